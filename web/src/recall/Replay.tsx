import { useMemo } from "preact/hooks";
import { wagerName } from "../console/books";
import { type Book, lights } from "../felt/book";
import { Stack } from "../felt/Chip";
import { Felt, type Lying } from "../felt/Felt";
import type { Plan } from "../felt/plan";
import { type Key, named, t } from "../lib/i18n";
import { money } from "../lib/money";
import { portrait } from "../lib/motion";
import type { Recalled } from "../protocol";
import { type Fates, type Frame, fatesOf, playersOf, type Stake, toneOf } from "./frames";
import { Told } from "./Journal";
import * as s from "./state";

const APART = 0.78;

/** The felt at one entry, that entry in words, and the way from one to the next. */
export function Replay({ book, record }: { book: Book; record: Recalled }) {
  const step = s.step.value;
  const players = useMemo(() => playersOf(record), [record]);
  const frame = useMemo(
    () => chosen(s.frames.value[s.at.value]),
    [s.at.value, s.player.value, record],
  );
  const light = useMemo(
    () => lights(book, step?.bonus_numbers, record.lights),
    [book, step?.bonus_numbers, record],
  );
  const outcome = step?.outcome ?? null;
  const spoken = (area: string) =>
    [
      wagerName(book, area),
      ...(frame.get(area) ?? []).map((each) => `${each.player} ${money(each.amount)}`),
    ].join(", ");
  const fates = useMemo(() => fatesOf(record, outcome), [record, outcome]);
  const alone = useMemo(() => aloneOn(frame, players, fates), [frame, players, fates]);
  return (
    <section class="replay" aria-label={t("recall.replay")}>
      <div class="moment-now" aria-live="polite">
        <p class="phase-now">
          <b>{t(`phase.${step?.phase ?? "between"}` as Key)}</b>
          {step?.waiting ? <small>{named("waiting", step.waiting, step.waiting)}</small> : null}
        </p>
        {step ? <Told step={step} first={record.steps[0]?.at_ms ?? 0} /> : null}
      </div>
      <Felt
        book={book}
        upright={portrait.value}
        lights={light}
        lying={alone}
        dolly={outcome}
        pointed={s.pointed}
        label={t("recall.felt")}
        spoken={spoken}
        onPoint={(wager) => {
          s.pointed.value = wager;
        }}
        room={[...frame].filter(([, stakes]) => stakes.length > 1).map(([area]) => area)}
        over={(plan) => <Shared chips={book.chips} {...{ plan, frame, players, fates }} />}
      />
      <p class="pointed-at" aria-hidden="true">
        {s.pointed.value === null ? "" : spoken(s.pointed.value)}
      </p>
      {players.length > 1 ? <Players players={players} /> : null}
      <Transport count={record.steps.length} />
    </section>
  );
}

/** Only the stakes of the player who is chosen, if one is. */
function chosen(frame: Frame | undefined): Frame {
  const name = s.player.value;
  if (!frame || name === null) return frame ?? new Map();
  const own = [...frame].map(
    ([area, stakes]) => [area, stakes.filter((each) => each.player === name)] as const,
  );
  return new Map(own.filter(([, stakes]) => stakes.length));
}

/** Stakes that lie on their area by themselves, as the felt draws them. */
function aloneOn(
  frame: Frame,
  players: readonly string[],
  fates: Fates,
): ReadonlyMap<string, Lying> {
  const found = new Map<string, Lying>();
  for (const [area, [one, ...others]] of frame) {
    if (!one || others.length) continue;
    const tone = toneOf(players, one.player);
    const state = fates(one.player, area);
    found.set(area, { amount: one.amount, state, ...(tone === undefined ? {} : { tone }) });
  }
  return found;
}

interface SharedProps {
  chips: readonly number[];
  plan: Plan;
  frame: Frame;
  players: readonly string[];
  fates: Fates;
}

/** Stakes of several players on one area, side by side about its middle. */
function Shared({ chips, plan, frame, players, fates }: SharedProps) {
  return (
    <g class="stakes" aria-hidden="true">
      {[...frame].map(([area, stakes]) => {
        const placed = plan.spots.get(area);
        if (!placed || stakes.length < 2) return null;
        return stakes.map((each: Stake, i) => {
          const angle = (2 * Math.PI * i) / stakes.length - Math.PI / 2;
          return (
            <Stack
              key={`${area} ${each.player}`}
              amount={each.amount}
              chips={chips}
              r={plan.chip * 0.82}
              x={placed.at.x + Math.cos(angle) * plan.chip * APART}
              y={placed.at.y + Math.sin(angle) * plan.chip * APART}
              state={fates(each.player, area)}
              tone={toneOf(players, each.player)}
            />
          );
        });
      })}
    </g>
  );
}

function Players({ players }: { players: readonly string[] }) {
  return (
    <fieldset class="players">
      <legend class="unseen">{t("recall.players")}</legend>
      {players.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={s.player.value === name}
          onClick={() => {
            s.player.value = s.player.value === name ? null : name;
          }}
        >
          <i class={`dot tone-${toneOf(players, name)}`} />
          {name}
        </button>
      ))}
    </fieldset>
  );
}

const ICONS = {
  first: "M6 4V16M15 4L8 10L15 16Z",
  "back-step": "M13 4L6 10L13 16Z",
  play: "M6 4L16 10L6 16Z",
  pause: "M7 4V16M13 4V16",
  next: "M7 4L14 10L7 16Z",
  last: "M14 4V16M5 4L12 10L5 16Z",
} as const;

/** Play, step and scrub. */
function Transport({ count }: { count: number }) {
  const at = s.at.value;
  const stepTo = (to: number) => () => {
    s.playing.value = false;
    s.go(to);
  };
  return (
    <div class="transport" role="group" aria-label={t("recall.transport")}>
      <Press name="first" off={at === 0} onClick={stepTo(0)} />
      <Press name="back-step" off={at === 0} onClick={stepTo(at - 1)} />
      <Press name={s.playing.value ? "pause" : "play"} primary onClick={s.play} />
      <Press name="next" off={at >= count - 1} onClick={stepTo(at + 1)} />
      <Press name="last" off={at >= count - 1} onClick={stepTo(count - 1)} />
      <input
        type="range"
        min={0}
        max={Math.max(0, count - 1)}
        value={at}
        aria-label={t("recall.scrub")}
        aria-valuetext={t("recall.at", { at: at + 1, count })}
        onInput={(event) => stepTo(Number(event.currentTarget.value))()}
      />
      <output>{t("recall.at", { at: at + 1, count })}</output>
    </div>
  );
}

interface PressProps {
  name: keyof typeof ICONS;
  onClick: () => void;
  off?: boolean;
  primary?: boolean;
}

function Press({ name, onClick, off = false, primary = false }: PressProps) {
  return (
    <button
      type="button"
      class={primary ? "primary" : ""}
      disabled={off}
      aria-label={t(`recall.${name}`)}
      title={t(`recall.${name}`)}
      onClick={onClick}
    >
      <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
        <path d={ICONS[name]} />
      </svg>
    </button>
  );
}
