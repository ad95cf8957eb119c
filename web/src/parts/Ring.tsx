import { useEffect, useRef } from "preact/hooks";
import { houseNow } from "../lib/clock";
import { still } from "../lib/motion";

interface Props {
  /** When the time began and when it is over, by the house's clock; null where no clock runs. */
  from: number | null;
  until: number | null;
}

/** A line round a box that drains while time runs; it needs no more than its box. */
export function DrainingLine({ from, until }: Props) {
  const line = useRef<SVGRectElement>(null);
  useEffect(() => {
    if (from === null || until === null) return;
    let request = 0;
    let last = 0;
    const draw = (now: number) => {
      // Where things should stand still it steps once a second.
      if (!still.peek() || now - last > 1000) {
        last = now;
        const left = Math.max(0, Math.min(1, (until - houseNow()) / (until - from)));
        line.current?.setAttribute("stroke-dashoffset", String(1 - left));
        line.current?.classList.toggle("is-last", until - houseNow() < 5000);
      }
      request = requestAnimationFrame(draw);
    };
    request = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(request);
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
