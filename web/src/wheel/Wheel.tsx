import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import type { Book } from "../felt/book";
import { Figure } from "../felt/Figure";
import { still } from "../lib/motion";
import { Ball, DEFLECTORS } from "./ball";
import { ballAt, go, rotorAt } from "./motion";

// Radii in a square of 200 about its middle, from the rim inwards.
const RIM = 98;
const TRACK = 90;
const APRON = 76;

interface Props {
  book: Book;
  /** Whether the ball is on its way round. */
  running: boolean;
  /** The number that the record names, once it does. */
  outcome: string | null;
  /** Whether that number is shown at once, as to somebody who has just come. */
  atOnce: boolean;
  label: string;
  /** The ball lies in its pocket. */
  onLanded: () => void;
}

/** The wheel. The ball never falls before the record has named its pocket. */
export function Wheel({ book, running, outcome, atOnce, label, onLanded }: Props) {
  const rotor = useRef<SVGSVGElement>(null);
  const dot = useRef<HTMLDivElement>(null);
  const ball = useRef(new Ball());
  const landed = useRef(onLanded);
  landed.current = onLanded;

  useEffect(() => {
    const now = performance.now();
    const show = (at: number) => drawn(rotor.current, dot.current, ball.current, at);
    const pocket = book.rotor.sectors.find(({ number }) => number === outcome)?.turn;
    if (running) {
      ball.current.run(now);
      show(now);
      return;
    }
    if (pocket === undefined || atOnce || still.value) {
      ball.current.rest(pocket ?? null, now);
      show(now);
      if (pocket !== undefined) landed.current();
      return;
    }
    ball.current.land(pocket, now);
    show(now);
    const done = setTimeout(() => {
      const then = performance.now();
      ball.current.rest(pocket, then);
      show(then);
      landed.current();
    }, ball.current.landing_ms);
    return () => clearTimeout(done);
  }, [book, running, outcome, atOnce, still.value]);

  return (
    <div class="wheel" role="img" aria-label={label}>
      <Bowl />
      <svg ref={rotor} class="rotor" viewBox="-100 -100 200 200" aria-hidden="true">
        <Rotor book={book} />
      </svg>
      <div ref={dot} class="ball">
        <i />
      </div>
    </div>
  );
}

/** Rotor and ball as they are now: in motion, or where nothing may move as a picture. */
function drawn(rotor: SVGSVGElement | null, dot: HTMLElement | null, ball: Ball, now: number) {
  if (!rotor || !dot) return;
  const frame = still.peek() ? ball.still() : ball.frame(now);
  rotor.style.transform = rotorAt(frame);
  dot.style.transform = ballAt(frame);
  dot.style.opacity = frame.ball ? "1" : "0";
  dot.dataset.is = ball.mode;
  if (still.peek()) {
    for (const each of [rotor, dot]) for (const moves of each.getAnimations()) moves.cancel();
  } else go(rotor, dot, ball, now);
}

const Bowl = memo(() => (
  <svg viewBox="-100 -100 200 200" aria-hidden="true">
    <defs>
      <linearGradient id="wheel-rim" x1="15%" y1="10%" x2="85%" y2="90%">
        <stop offset="0" class="wood-light" />
        <stop offset="0.45" class="wood" />
        <stop offset="1" class="wood-dark" />
      </linearGradient>
      <linearGradient id="wheel-track" x1="15%" y1="10%" x2="85%" y2="90%">
        <stop offset="0" class="wood-dark" />
        <stop offset="1" class="wood" />
      </linearGradient>
    </defs>
    <circle r={RIM} fill="url(#wheel-rim)" />
    <circle r={RIM - 0.5} class="hair" />
    <circle r={TRACK} fill="url(#wheel-track)" />
    <circle r={APRON} class="apron" />
    {Array.from({ length: DEFLECTORS }, (_, i) => (
      <path
        key={i}
        class="deflector"
        d="M0-3.4L1.2 0L0 3.4L-1.2 0Z"
        transform={`rotate(${(360 * (i + 0.5)) / DEFLECTORS}) translate(0 -80) rotate(${i % 2 ? 90 : 0})`}
      />
    ))}
  </svg>
));

const Rotor = memo(({ book }: { book: Book }) => {
  const { outer, inner, cone, sectors } = book.rotor;
  return (
    <>
      <circle r={outer + 2} class="brass-ring" />
      {sectors.map(({ number, path, turn }) => (
        <g key={number} class={`wheel-pocket is-${book.colours[number]}`}>
          <path d={path} />
          <g transform={`rotate(${360 * turn}) translate(0 ${-(outer + inner) / 2})`}>
            <Figure label={number} x={0} y={0} size={number.length > 2 ? 6.4 : 7.2} />
          </g>
        </g>
      ))}
      <circle r={(inner + cone) / 2} class="well" stroke-width={inner - cone} />
      <circle r={inner} class="hair" />
      <circle r={cone} class="cone" />
      <circle r={cone * 0.72} class="hair" />
      {[45, 135, 225, 315].map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path class="arm" d={`M0 0L0 ${-cone * 0.62}`} />
          <circle class="knob" cy={-cone * 0.62} r="3.4" />
        </g>
      ))}
      <circle r="10" class="knob" />
      <circle r="5" class="hair" />
    </>
  );
});
