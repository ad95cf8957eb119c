/** What a correction did: to the round, and to somebody's money. */
import type { CorrectionView, PlayerChange } from "../protocol";
import { t } from "./i18n";
import { money } from "./money";

export function correctionTold({ round, was, outcome }: CorrectionView): string {
  if (outcome === null) return t("correction.void", { round });
  if (outcome === was) return t("correction.rulings", { round });
  return t("correction.outcome", { round, number: outcome, was });
}

export function changeTold({ before, after }: PlayerChange): string {
  const amount = money(Math.abs(after - before));
  return t(after < before ? "correction.taken" : "correction.paid", { amount });
}
