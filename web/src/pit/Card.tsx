import type { ComponentChildren } from "preact";
import { stepName, stepOf, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { staff } from "./state";

interface Props {
  command: string;
  title?: string;
  children: ComponentChildren;
}

/** One thing that may be done at the table; where it may not, why. */
export function Card({ command, title, children }: Props) {
  const step = stepOf(staff.value, command);
  if (unheardOf(step)) return null;
  const words = title ?? stepName(command);
  return (
    <section class={`card ${step?.allowed ? "" : "is-shut"}`} aria-label={words}>
      <h3>{words}</h3>
      {step?.allowed ? (
        children
      ) : (
        <p class="hint">
          {whyNot(step) || t("pit.not-yours")}
          {step?.clause ? <b> {t("clause", { clause: step.clause })}</b> : null}
        </p>
      )}
    </section>
  );
}
