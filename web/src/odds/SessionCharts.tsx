import { t } from "../lib/i18n";
import { useSize } from "../parts/useSize";
import type { SessionMoment, SessionShown } from "../protocol";
import { fate } from "./Distribution";
import { rounded, share } from "./figures";

const PAD = { left: 64, right: 14, top: 12, bottom: 26 };
const RUIN = { gap: 34, h: 44 };

/** How sessions go, spin by spin: the middle one, half of them, nine in ten of them. */
export function Fan({ shown }: { shown: SessionShown }) {
  const { ref, size } = useSize<HTMLDivElement>();
  return (
    <figure class="evening-chart">
      <figcaption>{t("evening.fan")}</figcaption>
      <div ref={ref} class="fan-room">
        {size && size.w > 120 ? <FanDrawn shown={shown} w={size.w} h={size.h} /> : null}
      </div>
      <Key />
      <Moments of={shown.moments} />
    </figure>
  );
}

function Key() {
  return (
    <ul class="fan-key" aria-hidden="true">
      <li class="is-middle">{t("evening.middle")}</li>
      <li class="is-half">{t("evening.half")}</li>
      <li class="is-most">{t("evening.most")}</li>
      <li class="is-ruined">{t("evening.ruined")}</li>
    </ul>
  );
}

function FanDrawn({ shown, w, h }: { shown: SessionShown; w: number; h: number }) {
  const start = { spin: 0, results: [0, 0, 0, 0, 0], ruined: 0 };
  const moments: readonly SessionMoment[] = [start, ...shown.moments];
  const last = moments.at(-1)?.spin ?? 1;
  const all = moments.flatMap((each) => each.results);
  const [low, high] = padded(Math.min(...all), Math.max(...all));
  const foot = h - PAD.bottom - RUIN.gap - RUIN.h;
  const x = (spin: number) => PAD.left + (spin / last) * (w - PAD.left - PAD.right);
  const y = (sum: number) => PAD.top + ((high - sum) / (high - low)) * (foot - PAD.top);
  const line = (at: number) =>
    moments.map((each) => `${x(each.spin).toFixed(1)},${y(each.results[at] ?? 0).toFixed(1)}`);
  const band = (from: number, to: number) => [...line(from), ...line(to).reverse()].join(" ");
  const base = h - PAD.bottom;
  const worst = Math.max(0.01, ...moments.map((each) => each.ruined));
  const ruined = moments.map(
    (each) => `${x(each.spin).toFixed(1)},${(base - (each.ruined / worst) * RUIN.h).toFixed(1)}`,
  );
  return (
    <svg class="fan" width={w} height={h} role="img" aria-label={t("evening.fan.label")}>
      {ticks(low, high).map((sum) => (
        <g key={sum} class={sum === 0 ? "is-zero" : ""}>
          <line x1={PAD.left} x2={w - PAD.right} y1={y(sum)} y2={y(sum)} />
          <text x={PAD.left - 8} y={y(sum) + 4} text-anchor="end">
            {rounded(sum)}
          </text>
        </g>
      ))}
      <polygon class="is-most" points={band(0, 4)} />
      <polygon class="is-half" points={band(1, 3)} />
      <polyline class="is-middle" points={line(2).join(" ")} />
      <line class="axis" x1={PAD.left} x2={w - PAD.right} y1={base} y2={base} />
      <polygon
        class="is-ruined"
        points={[`${x(0)},${base}`, ...ruined, `${x(last)},${base}`].join(" ")}
      />
      <text x={PAD.left - 8} y={base - RUIN.h + 8} text-anchor="end">
        {share(worst)}
      </text>
      <text x={PAD.left} y={h - 8}>
        0
      </text>
      <text x={w - PAD.right} y={h - 8} text-anchor="end">
        {t("evening.after", { spins: last })}
      </text>
    </svg>
  );
}

/** The same for those who do not see it. */
function Moments({ of }: { of: readonly SessionMoment[] }) {
  return (
    <div class="unseen">
      <table>
        <caption>{t("evening.fan")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("evening.spins")}</th>
            {[5, 25, 50, 75, 95].map((each) => (
              <th key={each} scope="col">{`${each} %`}</th>
            ))}
            <th scope="col">{t("evening.ruined")}</th>
          </tr>
        </thead>
        <tbody>
          {of
            .filter((_, at) => at % 8 === 7)
            .map((each) => (
              <tr key={each.spin}>
                <th scope="row">{each.spin}</th>
                {each.results.map((sum, at) => (
                  <td key={`${each.spin}-${at}`}>{rounded(sum)}</td>
                ))}
                <td>{share(each.ruined)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  );
}

/** How sessions end: the probability of each range of results. */
export function Law({ shown }: { shown: SessionShown }) {
  const { ref, size } = useSize<HTMLDivElement>();
  return (
    <figure class="evening-chart">
      <figcaption>{t("evening.law")}</figcaption>
      <div ref={ref} class="fan-room">
        {size && size.w > 120 ? <LawDrawn shown={shown} w={size.w} h={size.h} /> : null}
      </div>
    </figure>
  );
}

function LawDrawn({ shown, w, h }: { shown: SessionShown; w: number; h: number }) {
  const bars = shown.bars;
  const low = bars[0]?.begin ?? 0;
  const high = bars.at(-1)?.end ?? 1;
  const often = Math.max(...bars.map((each) => each.chance));
  const base = h - PAD.bottom;
  const left = 12;
  const x = (sum: number) => left + ((sum - low) / (high - low)) * (w - left - PAD.right);
  const tall = (chance: number) => (chance / often) * (base - PAD.top - 16);
  const mean = x(Math.min(high, Math.max(low, shown.mean.value)));
  return (
    <svg class="fan ends" width={w} height={h} role="img" aria-label={t("evening.law.label")}>
      {low < 0 && high > 0 ? (
        <g class="is-zero">
          <line x1={x(0)} x2={x(0)} y1={PAD.top} y2={base} />
        </g>
      ) : null}
      {bars.map((each) => {
        const wide = Math.max(1, x(each.end) - x(each.begin) - 1);
        const high = each.chance > 0 ? Math.max(1, tall(each.chance)) : 0;
        const side = each.begin > 0 ? 1 : each.end > 1 ? 0 : -1;
        return (
          <rect
            key={each.begin}
            class={fate(side)}
            x={x(each.begin)}
            y={base - high}
            width={wide}
            height={high}
          >
            <title>{`${rounded(each.begin)} … ${rounded(each.end)}: ${share(each.chance)}`}</title>
          </rect>
        );
      })}
      <line class="axis" x1={left} x2={w - PAD.right} y1={base} y2={base} />
      <path class="is-mean" d={`M${mean} ${base - 5}l5 5l-5 5l-5 -5Z`} />
      <text x={left} y={h - 8}>
        {rounded(low)}
      </text>
      {low < 0 && high > 0 && x(0) > left + 70 && x(0) < w - 90 ? (
        <text x={x(0)} y={h - 8} text-anchor="middle">
          0
        </text>
      ) : null}
      <text x={w - PAD.right} y={h - 8} text-anchor="end">
        {rounded(high)}
      </text>
    </svg>
  );
}

/** A range with some room, never of no height. */
function padded(low: number, high: number): [number, number] {
  const room = Math.max(100, high - low) * 0.04;
  return [Math.min(low, 0) - room, Math.max(high, 0) + room];
}

const TICKS = 5;

/** Round sums in a range, the nought among them. */
function ticks(low: number, high: number): number[] {
  const rough = (high - low) / TICKS;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * ten).find((each) => each >= rough) ?? rough;
  const found = [];
  for (let at = Math.ceil(low / step); at * step <= high; at += 1) found.push(at * step);
  return found;
}
