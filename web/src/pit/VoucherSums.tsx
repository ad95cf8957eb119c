import { useEffect, useState } from "preact/hooks";
import { get } from "../lib/api";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Uncounted } from "../protocol";

const VOUCHERS = ["issued", "redeemed", "cashed", "lapsed", "outstanding"] as const;

/** What the house counts and owes: the days to count, and its vouchers; again after each news. */
export function useUncounted(news: string): Uncounted | null {
  const [shown, setShown] = useState<Uncounted | null>(null);
  useEffect(() => {
    get<Uncounted>("/api/count", "staff").then(setShown, () => setShown(null));
  }, [news]);
  return shown;
}

/** The vouchers of the house: those that are outstanding are what it owes. */
export function VoucherSums({ of }: { of: Uncounted }) {
  return (
    <dl class="sums">
      {VOUCHERS.map((each) => (
        <div key={each}>
          <dt>{t(`count.vouchers.${each}`)}</dt>
          <dd>{money(of[each])}</dd>
        </div>
      ))}
    </dl>
  );
}
