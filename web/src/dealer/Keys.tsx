import { allowed, stepName } from "../console/words";
import { t } from "../lib/i18n";
import { signs } from "./keys";
import { staff } from "./state";

/** What the keys of a keyboard or a numeric pad do. */
export function Keys() {
  const keys: readonly (readonly [string, string])[] = [
    ["Enter", t("dealer.keys.enter")],
    ["0 – 9", t("dealer.keys.digits")],
    ...signs.value,
    [".", t("dealer.keys.clear")],
    ...(staff.value?.steps.some(({ command }) => command === "call-no-spin") &&
    allowed(staff.value, "call-no-spin")
      ? [["–", t("dealer.keys.no-spin", { step: stepName("call-no-spin") })] as const]
      : []),
  ];
  return (
    <details class="keys">
      <summary>{t("dealer.keys")}</summary>
      <p class="hint">{t("dealer.keys.what")}</p>
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
