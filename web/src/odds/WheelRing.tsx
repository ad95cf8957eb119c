import type { Book } from "../felt/book";
import { Figure } from "../felt/Figure";
import { t } from "../lib/i18n";
import { fate } from "./Distribution";
import { net } from "./figures";
import type { Valued } from "./Pockets";
import { number } from "./state";

// Radii in a square of 240 about its middle.
const NUMBERS = [64, 82] as const;
const WON = 85;
const LOST = 61;
const OUT = 32;
const IN = 20;
const LEAST = 1.4;

interface Props {
  book: Book;
  values: readonly Valued[];
  mean: string;
}

/** Round the wheel: outwards what a pocket wins, inwards what it loses, by one scale. */
export function WheelRing({ book, values, mean }: Props) {
  const known = values.flatMap((each) => each.value ?? []);
  const high = Math.max(1, ...known);
  const low = Math.min(0, ...known);
  const scale = Math.min(OUT / high, low < 0 ? IN / -low : Number.POSITIVE_INFINITY);
  const half = Math.PI / values.length;
  const now = values.find((each) => each.number === number.value);
  return (
    <svg
      class="ring"
      viewBox="-120 -120 240 240"
      role="img"
      aria-label={t("odds.ring")}
      onPointerLeave={() => {
        number.value = null;
      }}
    >
      {values.map(({ number: label, value }, i) => {
        const angle = 2 * half * i;
        const far = value === null ? 0 : Math.max(LEAST, Math.abs(value) * scale);
        const isLoss = value !== null && value < 0;
        return (
          <g
            key={label}
            class={`${number.value === label ? "is-pointed" : ""} ${value === null ? "is-none" : fate(Math.round(value))}`}
            onPointerEnter={() => {
              number.value = label;
            }}
          >
            <path class="catch" d={wedge(angle, half, 40, 118)} />
            <path
              class={`ring-pocket is-${book.colours[label]}`}
              d={wedge(angle, half, NUMBERS[0], NUMBERS[1])}
            />
            <g
              transform={`rotate(${(angle * 180) / Math.PI}) translate(0 ${-(NUMBERS[0] + NUMBERS[1]) / 2})`}
            >
              <Figure label={label} x={0} y={0} size={label.length > 2 ? 6.6 : 7.6} />
            </g>
            <path
              class="ring-bar"
              d={
                isLoss
                  ? wedge(angle, half * 0.78, LOST - far, LOST)
                  : wedge(angle, half * 0.78, WON, WON + far)
              }
            />
          </g>
        );
      })}
      <text class="ring-name" y="-7">
        {now ? now.number : t("odds.mean")}
      </text>
      <text class={`ring-value ${now ? fate(now.value ?? 0) : ""}`} y="11">
        {now ? (now.value === null ? "–" : net(Math.round(now.value))) : mean}
      </text>
    </svg>
  );
}

function wedge(angle: number, half: number, inner: number, outer: number): string {
  const at = (turn: number, radius: number) =>
    `${(Math.sin(turn) * radius).toFixed(2)} ${(-Math.cos(turn) * radius).toFixed(2)}`;
  const [a, b] = [angle - half, angle + half];
  return `M${at(a, outer)}A${outer} ${outer} 0 0 1 ${at(b, outer)}L${at(b, inner)}A${inner} ${inner} 0 0 0 ${at(a, inner)}Z`;
}
