import type { ComponentChildren } from "preact";
import { stepName, stepOf, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { first, staff } from "./state";

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

/** What is for some positions, whatever the table; for others, for whom it is. */
export function Theirs({ command, children }: Omit<Props, "title">) {
  const step = stepOf(first.value?.staff.value ?? null, command);
  if (step === null) return null;
  return step.code === "position/not-allowed" ? <p class="hint">{whyNot(step)}</p> : children;
}
