import { ApiError } from "../lib/api";
import { t } from "../lib/i18n";
import { errorWords } from "../lib/refusals";
import type { SessionShown } from "../protocol";
import { about, rounded, share } from "./figures";
import * as session from "./session";

/** All strategies side by side, on the same spread with the same bank. */
export function Compared() {
  const found = session.compared.value;
  if (!session.asked.value) return null;
  if (!found) {
    return (
      <button type="button" class="compare" onClick={() => void session.compare()}>
        {t("evening.compare")}
      </button>
    );
  }
  const all = [...found.values()].filter((each) => !(each instanceof ApiError)) as SessionShown[];
  const sums = all.flatMap((each) => each.results.slice(1, -1));
  const low = Math.min(0, ...sums);
  const high = Math.max(1, ...sums);
  return (
    <div class="compared" role="group" aria-label={t("evening.compared")} tabIndex={0}>
      <table aria-busy={found.size < session.STRATEGIES.length}>
        <caption>{t("evening.compared")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("evening.strategy")}</th>
            <th scope="col">{t("evening.ahead")}</th>
            <th scope="col">{t("evening.ruin")}</th>
            <th scope="col">{t("evening.mean")}</th>
            <th scope="col">{t("evening.staked")}</th>
            <th scope="col">{t("evening.middle")}</th>
            <th scope="col" class="spread-head">
              {t("evening.most")}
            </th>
          </tr>
        </thead>
        <tbody>
          {session.STRATEGIES.map((strategy) => (
            <Row key={strategy} strategy={strategy} of={found.get(strategy)} {...{ low, high }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  strategy: session.Strategy;
  of: SessionShown | ApiError | undefined;
  low: number;
  high: number;
}

function Row({ strategy, of, low, high }: RowProps) {
  const name = (
    <th scope="row">
      <button
        type="button"
        class="quiet"
        aria-pressed={session.strategy.value === strategy}
        onClick={() => {
          session.strategy.value = strategy;
        }}
      >
        {t(`strategy.${strategy}`)}
      </button>
    </th>
  );
  if (of === undefined || of instanceof ApiError) {
    return (
      <tr>
        {name}
        <td colSpan={6} class="hint">
          {of ? errorWords(of) : t("evening.working")}
        </td>
      </tr>
    );
  }
  const [, p5 = 0, p25 = 0, p50 = 0, p75 = 0, p95 = 0] = of.results;
  const at = (sum: number) => ((sum - low) / (high - low)) * 100;
  return (
    <tr>
      {name}
      <td>{share(of.ahead.value)}</td>
      <td>{share(of.ruin.value)}</td>
      <td>{rounded(of.mean.value)}</td>
      <td>{about(of.staked)}</td>
      <td>{rounded(p50)}</td>
      <td>
        <svg class="whisker" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
          <line class="nought" x1={at(0)} x2={at(0)} y1="0" y2="12" />
          <rect class="is-most" x={at(p5)} y="4.5" width={at(p95) - at(p5)} height="3" />
          <rect class="is-half" x={at(p25)} y="2.5" width={at(p75) - at(p25)} height="7" />
          <rect class="is-middle" x={at(p50) - 0.4} y="1" width="0.8" height="10" />
        </svg>
        <span class="unseen">{`${rounded(p5)} … ${rounded(p95)}`}</span>
      </td>
    </tr>
  );
}
