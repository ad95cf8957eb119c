import { compact } from "../lib/money";
import { stackOf } from "./chips";

const SPOTS = 8;

interface FaceProps {
  r: number;
  tone: number;
  value?: string;
}

/** One chip from above, about the origin: edge spots, a ring, and its value in the middle. */
export function ChipFace({ r, tone, value }: FaceProps) {
  const spot = (2 * Math.PI * r * 0.84) / SPOTS / 2;
  const size = Math.min(r * 0.78, (r * 1.9) / Math.max(2, value?.length ?? 0));
  return (
    <g class={`chip tone-${tone}`}>
      <circle r={r} class="chip-edge" />
      <circle
        r={r * 0.84}
        class="chip-spots"
        stroke-width={r * 0.3}
        stroke-dasharray={`${spot} ${spot}`}
      />
      <circle r={r * 0.66} class="chip-face" />
      {value === undefined ? null : (
        <text class="chip-value" font-size={size} dy="0.35em">
          {value}
        </text>
      )}
    </g>
  );
}

interface StackProps {
  amount: number;
  /** What the house's chips are worth. */
  chips: readonly number[];
  r: number;
  x: number;
  y: number;
  state: "lies" | "pending" | "won" | "lost";
  tone?: number | undefined;
  /** The wager on whose spot it lies. */
  on?: string | undefined;
}

/** A stake as a stack: at most five chips, and its whole value on the uppermost. */
export function Stack({ amount, chips, r, x, y, state, tone, on }: StackProps) {
  const tones = stackOf(amount, chips).map((each) => tone ?? each);
  const lift = Math.max(1.6, r * 0.16);
  return (
    <g class={`stack is-${state}`} data-on={on} transform={`translate(${x} ${y})`}>
      <g class="stack-move">
        <circle cx={r * 0.1} cy={r * 0.18} r={r} class="chip-shadow" />
        {tones.map((each, i) => (
          <g key={i} transform={`translate(0 ${-i * lift})`}>
            <ChipFace
              r={r}
              tone={each}
              {...(i === tones.length - 1 ? { value: compact(amount) } : {})}
            />
          </g>
        ))}
      </g>
    </g>
  );
}
