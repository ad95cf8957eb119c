import { type Signal, useSignal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { named, t } from "../lib/i18n";
import { useSize } from "../parts/useSize";
import { type Book, wagerOf } from "./book";
import { Figure } from "./Figure";
import { fitted } from "./fitted";
import type { Touching } from "./Hits";
import { pressed } from "./held";
import { type TrackPlan, useTrack } from "./track";
import { Words } from "./Words";
import { ARROWS, type Lain, nearest } from "./ways";

interface Props extends Touching {
  book: Book;
  upright: boolean;
  pointed: Signal<string | null>;
  label: string;
  dolly: string | null;
}

const MARGIN = 2;

/** The racetrack: call bets within, and the neighbours of each number on the lane. */
export function Racetrack(props: Props) {
  const { ref, size } = useSize<HTMLDivElement>();
  const room =
    size && size.w > 60 && size.h > 60 ? { w: size.w - 2 * MARGIN, h: size.h - 2 * MARGIN } : null;
  const plan = useTrack(props.book.id, room, props.upright);
  return (
    <div ref={ref} class="track-room">
      {plan ? <Drawn {...props} plan={plan} /> : null}
    </div>
  );
}

function Drawn(props: Props & { plan: TrackPlan }) {
  const { book, plan, upright, dolly } = props;
  const ways = useMemo(() => waysOf(book, plan), [book, plan]);
  const chosen = useSignal("");
  const stop = ways.has(chosen.value) ? chosen.value : ways.keys().next().value;
  const press = { ...props, ways, chosen, stop };
  const [w, h] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN];
  const covered = new Set(
    props.pointed.value === null ? [] : (wagerOf(book, props.pointed.value)?.numbers ?? []),
  );
  const size = Math.min(plan.scale * Math.min(plan.drawn.lane * 0.5, plan.drawn.pocket * 0.66), 20);
  return (
    <svg
      class="track"
      width={w}
      height={h}
      viewBox={`${-MARGIN} ${-MARGIN} ${w} ${h}`}
      role="group"
      aria-label={props.label}
    >
      {fieldsOf(book, plan).map((field) => {
        const call = book.callOf.get(field.wager);
        const name = call ? named("kind", call.kind, call.name) : field.wager;
        const fits = fitted(name, field.room * plan.scale * 0.84, 19);
        const { x, y } = plan.at(field);
        const at = `translate(${x} ${y})`;
        return (
          <Fragment key={field.wager}>
            <Press {...press} wager={field.wager} kind="field">
              <path
                d={field.path}
                transform={plan.transform}
                class={props.pointed.value === field.wager ? "is-lit" : ""}
              />
              <g transform={at}>
                <Words size={fits} turned={upright} drop={-0.46}>
                  {name}
                </Words>
              </g>
            </Press>
            <g transform={at} aria-hidden="true">
              <Words class="words is-odds" size={Math.min(12, fits)} turned={upright} drop={0.94}>
                {t("pieces", { count: call?.piece_count ?? 0 })}
              </Words>
            </g>
          </Fragment>
        );
      })}
      {plan.drawn.pockets.map((pocket) => {
        const { number, wager } = pocket;
        const inside = (
          <>
            <path
              d={pocket.path}
              transform={plan.transform}
              class={`lane is-${book.colours[number]} ${covered.has(number) ? "is-lit" : ""} ${dolly === number ? "is-won" : ""}`}
            />
            <Figure label={number} {...plan.at(pocket)} size={size} />
          </>
        );
        return wager !== null && book.callOf.has(wager) ? (
          <Press key={number} {...press} wager={wager} kind="pocket">
            {inside}
          </Press>
        ) : (
          <g key={number} class="pocket">
            {inside}
          </g>
        );
      })}
    </svg>
  );
}

/** What the arrow keys go over: the fields, and the numbers whose neighbours are offered. */
function waysOf(book: Book, plan: TrackPlan): ReadonlyMap<string, Lain> {
  const all = [...plan.drawn.fields, ...plan.drawn.pockets];
  return new Map(
    all.flatMap((each) =>
      each.wager !== null && book.callOf.has(each.wager)
        ? [[each.wager, { at: plan.at(each) }] as const]
        : [],
    ),
  );
}

/** The fields of the calls that are offered here. */
function fieldsOf(book: Book, plan: TrackPlan) {
  return plan.drawn.fields.filter(({ wager }) => book.callOf.has(wager));
}

interface PressProps extends Props {
  wager: string;
  kind: "field" | "pocket";
  ways: ReadonlyMap<string, Lain>;
  /** What the arrow keys came to last, and the one that Tab comes to. */
  chosen: Signal<string>;
  stop: string | undefined;
  children: preact.ComponentChildren;
}

/** A part of the track that is pressed for its wager. */
function Press(props: PressProps) {
  const { wager, kind, children, ways, chosen, stop, onPlace, onTake, onPoint, spoken } = props;
  const show = (event: Event, how: "over" | "focus") =>
    onPoint?.(wager, how, (event.currentTarget as Element).getBoundingClientRect());
  const key = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = nearest(ways, wager, arrow) ?? wager;
      const track = (event.currentTarget as Element).closest(".track");
      track?.querySelector<SVGElement>(`[data-wager="${CSS.escape(next)}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") onPlace?.(wager);
    else if (event.key === "Delete" || event.key === "Backspace") onTake?.(wager);
    else return;
    event.preventDefault();
  };
  return (
    <g
      class={`press ${kind}`}
      data-wager={wager}
      role="button"
      tabindex={stop === wager ? 0 : -1}
      aria-label={spoken(wager)}
      onPointerEnter={(event) => show(event, "over")}
      onPointerLeave={() => onPoint?.(null, "over", null)}
      onFocus={(event) => {
        chosen.value = wager;
        // A press focuses too: only who comes by keys is told at once.
        if (event.currentTarget.matches(":focus-visible")) show(event, "focus");
      }}
      onBlur={() => onPoint?.(null, "focus", null)}
      onKeyDown={key}
      {...pressed(
        (at) => onPoint?.(wager, "held", at),
        () => onPlace?.(wager),
      )}
    >
      {children}
    </g>
  );
}
