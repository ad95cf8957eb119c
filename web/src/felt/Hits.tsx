import type { Signal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import type { Book } from "./book";
import { HELD_MS } from "./held";
import type { Plan } from "./plan";
import { ARROWS, nearest } from "./ways";

/** What can be done to a spot. */
export interface Touching {
  onPlace?: ((wager: string) => void) | undefined;
  onTake?: ((wager: string) => void) | undefined;
  /** Something is looked at by pointer, finger or focus; null when no longer. */
  onPoint?:
    | ((wager: string | null, how: "over" | "held" | "focus", at: DOMRect | null) => void)
    | undefined;
  /** What a spot is called by those who do not see it. */
  spoken: (wager: string) => string;
}

interface Props extends Touching {
  book: Book;
  plan: Plan;
  focus: Signal<string>;
}

/** Every hot spot: touched, pointed at, or reached by the arrow keys. */
export function Hits({ plan, focus, onPlace, onTake, onPoint, spoken }: Props) {
  const touch = useRef<{ wager: string | null; held: number } | null>(null);
  const layer = useRef<SVGGElement>(null);
  // As they are read: numbers, boxes, and over both what lies on their lines and points.
  const spots = useMemo(() => {
    const order = (cell: string | null) =>
      cell === null ? 2 : plan.cells.get(cell)?.cell.kind === "box" ? 1 : 0;
    return [...plan.spots.values()].sort((a, b) => order(a.spot.cell) - order(b.spot.cell));
  }, [plan]);

  const under = (event: PointerEvent): Element | null =>
    document.elementFromPoint(event.clientX, event.clientY)?.closest("[data-wager]") ?? null;

  const point = (element: Element | null, how: "over" | "held" | "focus") =>
    onPoint?.(
      element?.getAttribute("data-wager") ?? null,
      how,
      element?.getBoundingClientRect() ?? null,
    );

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const element = under(event);
    point(element, "over");
    const held = window.setTimeout(() => {
      if (touch.current) touch.current.held = -1;
      point(element, "held");
    }, HELD_MS);
    touch.current = { wager: element?.getAttribute("data-wager") ?? null, held };
  };
  const move = (event: PointerEvent) => {
    const element = under(event);
    const wager = element?.getAttribute("data-wager") ?? null;
    const now = touch.current;
    if (now && now.wager !== wager) {
      clearTimeout(now.held);
      touch.current = { wager, held: now.held === -1 ? -1 : 0 };
    }
    point(element, "over");
  };
  const up = (event: PointerEvent) => {
    const now = touch.current;
    touch.current = null;
    if (!now || event.button !== 0) return;
    clearTimeout(now.held);
    if (now.held !== -1 && now.wager !== null) onPlace?.(now.wager);
    if (event.pointerType !== "mouse") point(null, "over");
  };
  const leave = () => {
    if (touch.current) clearTimeout(touch.current.held);
    touch.current = null;
    onPoint?.(null, "over", null);
  };

  const go = (to: string) => {
    focus.value = to;
    layer.current?.querySelector<SVGElement>(`[data-wager="${CSS.escape(to)}"]`)?.focus();
  };
  const key = (event: KeyboardEvent) => {
    const wager = (event.target as Element).getAttribute("data-wager");
    if (wager === null) return;
    const arrow = ARROWS[event.key];
    if (arrow) {
      const next = nearest(plan.spots, wager, arrow);
      if (next !== null) go(next);
    } else if (event.key === "Enter" || event.key === " ") {
      // One chip a press: a key that is held down only looks.
      if (!event.repeat) onPlace?.(wager);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      if (!event.repeat) onTake?.(wager);
    } else return;
    event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for the spots within
    <g
      ref={layer}
      class="hits"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onKeyDown={key}
      onContextMenu={(event) => {
        event.preventDefault();
        const wager = (event.target as Element).getAttribute("data-wager");
        // Long presses raise this too: those only look.
        if (wager !== null && event.button === 2) onTake?.(wager);
      }}
    >
      {spots.map(({ spot, hit }) => (
        <rect
          key={spot.wager}
          data-wager={spot.wager}
          class="hit"
          x={hit.x}
          y={hit.y}
          width={hit.w}
          height={hit.h}
          rx={spot.cell === null ? 6 : 0}
          role="button"
          aria-disabled={!onPlace}
          aria-label={spoken(spot.wager)}
          tabindex={focus.value === spot.wager ? 0 : -1}
          onFocus={(event) => {
            focus.value = spot.wager;
            // A press focuses too: only who comes by keys is told at once.
            if (event.currentTarget.matches(":focus-visible")) point(event.currentTarget, "focus");
          }}
          onBlur={() => onPoint?.(null, "focus", null)}
        />
      ))}
    </g>
  );
}
