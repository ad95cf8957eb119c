import { useSignal } from "@preact/signals";
import { memo } from "preact/compat";
import { useMemo } from "preact/hooks";
import { wagerName } from "../console/books";
import { toneOf } from "../console/colours";
import { type Book, type Lights, spread } from "../felt/book";
import { Stack } from "../felt/Chip";
import { Cloth, outline } from "../felt/Cloth";
import { Hits } from "../felt/Hits";
import { type Plan, planned } from "../felt/plan";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { useSize } from "../parts/useSize";

/** What one player has on one area. */
export interface Stake {
  readonly player: string;
  readonly wager: string;
  readonly amount: number;
  readonly colour: string | null;
  /** Whether the settlement says that it won. */
  readonly won?: boolean;
}

interface Props {
  book: Book;
  upright: boolean;
  lights: Lights;
  stakes: readonly Stake[];
  dolly: string | null;
  /** Whose chips stand out. */
  player: string | null;
  onPlace?: ((wager: string) => void) | undefined;
}

const Printed = memo(Cloth);
const MARGIN = 3;
const APART = 0.78;

/** The felt with everybody's wagers, each in its player's colour. */
export function ConsoleFelt(props: Props) {
  const { ref, size } = useSize<HTMLDivElement>();
  const plan = useMemo(
    () =>
      size && size.w > 40 && size.h > 40
        ? planned(
            props.book.felt,
            { w: size.w - 2 * MARGIN, h: size.h - 2 * MARGIN },
            props.upright,
          )
        : null,
    [props.book, size, props.upright],
  );
  return (
    <div ref={ref} class="felt-room">
      {plan ? <Drawn {...props} plan={plan} /> : null}
    </div>
  );
}

function Drawn({ plan, book, lights, stakes, dolly, player, onPlace }: Props & { plan: Plan }) {
  const focus = useSignal(book.felt.spots[0]?.wager ?? "");
  const pointed = useSignal<string | null>(null);
  const [w, h] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN];
  const areas = useMemo(() => byArea(book, stakes), [book, stakes]);
  const taken = useMemo(() => new Set(areas.keys()), [areas]);
  const won = dolly === null ? undefined : plan.cells.get(dolly);
  const isDolly = book.shown_by === "dolly";
  const spoken = (wager: string) =>
    [
      wagerName(book, wager),
      ...(areas.get(wager) ?? []).map((each) => `${each.player} ${money(each.amount)}`),
    ].join(", ");
  const shown = pointed.value === null ? null : areas.get(pointed.value);
  return (
    <>
      <svg
        class="felt"
        width={w}
        height={h}
        viewBox={`${-MARGIN} ${-MARGIN} ${w} ${h}`}
        role="group"
        aria-label={t("dealer.felt")}
      >
        <Printed book={book} plan={plan} lights={lights} taken={taken} />
        {won && !isDolly ? <path class="won-cell" d={outline(won.corners)} /> : null}
        <g class="stakes" aria-hidden="true">
          {[...areas].map(([wager, here]) => {
            const placed = plan.spots.get(wager);
            if (!placed) return null;
            return here.map((each, i) => {
              const at = aside(i, here.length, plan.chip);
              return (
                <g
                  key={`${wager} ${each.player}`}
                  class={player !== null && each.player !== player ? "is-faint" : ""}
                >
                  <Stack
                    amount={each.amount}
                    chips={book.chips}
                    r={here.length > 1 ? plan.chip * 0.82 : plan.chip}
                    x={placed.at.x + at.x}
                    y={placed.at.y + at.y}
                    state={each.won ? "won" : "lies"}
                    tone={each.colour === null ? undefined : toneOf(each.colour)}
                  />
                </g>
              );
            });
          })}
        </g>
        {won && isDolly ? (
          <circle class="dolly-ring" cx={won.middle.x} cy={won.middle.y} r={plan.chip * 1.25} />
        ) : null}
        <Hits
          book={book}
          plan={plan}
          focus={focus}
          onPlace={onPlace}
          onPoint={(wager) => {
            pointed.value = wager;
          }}
          spoken={spoken}
        />
      </svg>
      <p class="pointed" aria-hidden="true">
        {pointed.value === null ? "" : wagerName(book, pointed.value)}
        {shown?.map((each) => ` · ${each.player} ${money(each.amount)}`)}
      </p>
    </>
  );
}

function byArea(book: Book, stakes: readonly Stake[]): ReadonlyMap<string, readonly Stake[]> {
  const areas = new Map<string, Stake[]>();
  const owners = new Map<string, Stake[]>();
  for (const each of stakes) {
    const key = `${each.player}\n${each.colour ?? ""}`;
    owners.set(key, [...(owners.get(key) ?? []), each]);
  }
  for (const theirs of owners.values()) {
    const first = theirs[0];
    if (!first) continue;
    const won = new Set(theirs.filter((each) => each.won).map((each) => each.wager));
    for (const [wager, amount] of spread(book, theirs)) {
      const stake = { ...first, wager, amount, won: won.has(wager) };
      areas.set(wager, [...(areas.get(wager) ?? []), stake]);
    }
  }
  return areas;
}

/** Where the i-th of several stacks stands about the middle of an area. */
function aside(i: number, of: number, r: number): { x: number; y: number } {
  if (of === 1) return { x: 0, y: 0 };
  const angle = (2 * Math.PI * i) / of - Math.PI / 2;
  return { x: Math.cos(angle) * r * APART, y: Math.sin(angle) * r * APART };
}
