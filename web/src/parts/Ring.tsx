import { useEffect, useRef } from "preact/hooks";
import { houseNow } from "../lib/clock";
import { still } from "../lib/motion";

interface Props {
  /** When the time began and when it is over, by the house's clock; null where no clock runs. */
  from: number | null;
  until: number | null;
}

const LAST_MS = 5000;

/** A line round a box that drains while time runs; it needs no more than its box. */
export function DrainingLine({ from, until }: Props) {
  const line = useRef<SVGRectElement>(null);
  useEffect(() => {
    if (from === null || until === null) return;
    const draining = line.current?.animate(
      [{ strokeDashoffset: 0 }, { strokeDashoffset: 1 }],
      // Where things should stand still it steps once a second.
      {
        duration: until - from,
        fill: "both",
        easing: still.peek()
          ? `steps(${Math.max(1, Math.round((until - from) / 1000))})`
          : "linear",
      },
    );
    if (draining) draining.currentTime = houseNow() - from;
    const last = () => line.current?.classList.add("is-last");
    const warns = setTimeout(last, Math.max(0, until - houseNow() - LAST_MS));
    return () => {
      clearTimeout(warns);
      draining?.cancel();
      line.current?.classList.remove("is-last");
    };
  }, [from, until]);
  return (
    <svg class="draining" aria-hidden="true">
      <rect class="drained" />
      {from === null || until === null ? null : (
        <rect ref={line} class="left" pathLength={1} stroke-dasharray="1 1" />
      )}
    </svg>
  );
}
