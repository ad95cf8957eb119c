import { t } from "../lib/i18n";
import { compact } from "../lib/money";
import { useSize } from "../parts/useSize";
import type { NetChance, SpreadShown } from "../protocol";
import { cents, net, oneIn, percent } from "./figures";

const PAD = { left: 14, right: 14, top: 26, bottom: 40 };
const LEAST = 2;

/** How often each result comes: as stems over the sums, and exactly in a table. */
export function Distribution({ shown }: { shown: SpreadShown }) {
  const { ref, size } = useSize<HTMLDivElement>();
  return (
    <section class="card law-card" aria-label={t("odds.distribution")}>
      <h2>{t("odds.distribution")}</h2>
      <div ref={ref} class="law-room">
        {size && size.w > 80 ? <Stems shown={shown} w={size.w} h={size.h} /> : null}
      </div>
      <div class="law-table" role="group" aria-label={t("odds.distribution")} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("odds.net")}</th>
              <th scope="col">{t("odds.chance")}</th>
              <th scope="col">{t("odds.exactly")}</th>
              <th scope="col">{t("odds.rarity")}</th>
            </tr>
          </thead>
          <tbody>
            {shown.distribution.map((each) => (
              <tr key={each.net} class={fate(each.net)}>
                <th scope="row">{net(each.net)}</th>
                <td>{percent(each.chance)}</td>
                <td class="fraction">{each.chance.exact}</td>
                <td>{oneIn(each.chance)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function fate(amount: number): string {
  return amount > 0 ? "is-ahead" : amount < 0 ? "is-behind" : "is-even";
}

/** A sum with its sign, as short as it can be. */
export function short(amount: number): string {
  return amount === 0 ? "0" : `${amount > 0 ? "+" : "−"}${compact(Math.abs(amount))}`;
}

function Stems({ shown, w, h }: { shown: SpreadShown; w: number; h: number }) {
  const law = shown.distribution;
  const low = Math.min(0, law[0]?.net ?? 0);
  const high = Math.max(0, law.at(-1)?.net ?? 0);
  const often = Math.max(...law.map((each) => Number(each.chance.decimal)));
  const base = h - PAD.bottom;
  const x = (amount: number) =>
    PAD.left + ((amount - low) / Math.max(1, high - low)) * (w - PAD.left - PAD.right);
  const tall = (chance: string) => Math.max(LEAST, (Number(chance) / often) * (base - PAD.top));
  const width = Math.max(3, Math.min(14, (w - PAD.left - PAD.right) / law.length / 2));
  const mean = Number(shown.mean.decimal);
  const spread = Number(shown.deviation);
  const [from, to] = [x(Math.max(low, mean - spread)), x(Math.min(high, mean + spread))];
  const said = labelled(law, x, w);
  return (
    <svg class="law" width={w} height={h} role="img" aria-label={t("odds.distribution.label")}>
      <line class="zero" x1={x(0)} x2={x(0)} y1={PAD.top - 10} y2={base} />
      <line class="axis" x1={PAD.left - 8} x2={w - PAD.right + 8} y1={base} y2={base} />
      {law.map((each) => {
        const top = tall(each.chance.decimal);
        return (
          <rect
            key={each.net}
            class={fate(each.net)}
            x={x(each.net) - width / 2}
            y={base - top}
            width={width}
            height={top}
            rx={Math.min(2, width / 3)}
          >
            <title>{`${net(each.net)}: ${percent(each.chance)}`}</title>
          </rect>
        );
      })}
      {said.map((each) => (
        <g key={each.net}>
          <text x={edge(x(each.net), w)} y={base - tall(each.chance.decimal) - 7}>
            {percent(each.chance)}
          </text>
          <text class="sum" x={edge(x(each.net), w)} y={base + 15}>
            {short(each.net)}
          </text>
        </g>
      ))}
      <g class="mean">
        <line x1={from} x2={to} y1={base + 24} y2={base + 24} />
        <path d={`M${x(mean)} ${base + 19}l4.5 5l-4.5 5l-4.5 -5Z`} />
        <text x={Math.min(w - 70, Math.max(70, x(mean)))} y={base + 38}>
          {t("odds.mean-at", { mean: cents(shown.mean.decimal) })}
        </text>
      </g>
    </svg>
  );
}

const ROOM = 52;

/** Those results that have room to be labelled, the likeliest first. */
function labelled(law: readonly NetChance[], x: (net: number) => number, w: number): NetChance[] {
  const said: NetChance[] = [];
  const likely = [...law].sort((a, b) => Number(b.chance.decimal) - Number(a.chance.decimal));
  for (const each of likely) {
    const at = edge(x(each.net), w);
    if (said.every((other) => Math.abs(edge(x(other.net), w) - at) > ROOM)) said.push(each);
  }
  return said;
}

/** Labels stay within the picture. */
function edge(x: number, w: number): number {
  return Math.min(w - 26, Math.max(26, x));
}
