import type { Signal } from "@preact/signals";
import { Fragment } from "preact";
import { useMemo } from "preact/hooks";
import { named, t } from "../lib/i18n";
import { useSize } from "../parts/useSize";
import { type Book, wagerOf } from "./book";
import { Figure } from "./Figure";
import { fitted } from "./fitted";
import type { Touching } from "./Hits";
import { type TrackPlan, trackPlan } from "./track";
import { Words } from "./Words";

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
  const plan = useMemo(
    () =>
      size && size.w > 60 && size.h > 60
        ? trackPlan(props.book, { w: size.w - 2 * MARGIN, h: size.h - 2 * MARGIN }, props.upright)
        : null,
    [props.book, size, props.upright],
  );
  return (
    <div ref={ref} class="track-room">
      {plan ? <Drawn {...props} plan={plan} /> : null}
    </div>
  );
}

function Drawn(props: Props & { plan: TrackPlan }) {
  const { book, plan, upright, dolly } = props;
  const [w, h] = [plan.width + 2 * MARGIN, plan.height + 2 * MARGIN];
  const covered = new Set(
    props.pointed.value === null ? [] : (wagerOf(book, props.pointed.value)?.numbers ?? []),
  );
  const size = Math.min(plan.lane * 0.5, plan.pocket * 0.66, 20);
  return (
    <svg
      class="track"
      width={w}
      height={h}
      viewBox={`${-MARGIN} ${-MARGIN} ${w} ${h}`}
      role="group"
      aria-label={props.label}
    >
      {plan.fields.map((field) => {
        const call = book.callOf.get(field.wager);
        const name = call ? named("kind", call.kind, call.name) : field.wager;
        const fits = fitted(name, field.room * 0.84, 19);
        const at = `translate(${field.at.x} ${field.at.y})`;
        return (
          <Fragment key={field.wager}>
            <Press {...props} wager={field.wager} kind="field">
              <path d={field.path} class={props.pointed.value === field.wager ? "is-lit" : ""} />
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
      {plan.pockets.map((pocket) => {
        const wager = `neighbours:${pocket.number}`;
        const inside = (
          <>
            <path
              d={pocket.path}
              class={`lane is-${book.colours[pocket.number]} ${covered.has(pocket.number) ? "is-lit" : ""} ${dolly === pocket.number ? "is-won" : ""}`}
            />
            <Figure label={pocket.number} x={pocket.at.x} y={pocket.at.y} size={size} />
          </>
        );
        return book.callOf.has(wager) ? (
          <Press key={pocket.number} {...props} wager={wager} kind="pocket">
            {inside}
          </Press>
        ) : (
          <g key={pocket.number} class="pocket">
            {inside}
          </g>
        );
      })}
    </svg>
  );
}

interface PressProps extends Props {
  wager: string;
  kind: "field" | "pocket";
  children: preact.ComponentChildren;
}

/** A part of the track that is pressed for its wager. */
function Press({ wager, kind, children, onPlace, onPoint, spoken }: PressProps) {
  const show = (event: Event, how: "over" | "focus") =>
    onPoint?.(wager, how, (event.currentTarget as Element).getBoundingClientRect());
  return (
    <g
      class={`press ${kind}`}
      data-wager={wager}
      role="button"
      tabindex={0}
      aria-label={spoken(wager)}
      onPointerEnter={(event) => show(event, "over")}
      onPointerLeave={() => onPoint?.(null, "over", null)}
      onFocus={(event) => show(event, "focus")}
      onBlur={() => onPoint?.(null, "focus", null)}
      onClick={() => onPlace?.(wager)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        onPlace?.(wager);
      }}
    >
      {children}
    </g>
  );
}
