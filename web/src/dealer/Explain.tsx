import { voidName } from "../console/books";
import { Form } from "../console/Form";
import { t } from "../lib/i18n";
import { counts, isShut } from "./pressing";
import { happensToABall } from "./SpinReport";
import { act, book } from "./state";

/** The reason for "no spin", after the call: one touch, or other words. */
export function Explain() {
  const send = (reason: string) => act({ type: "explain-no-spin", reason });
  const known = (book.value?.voids ?? []).filter(happensToABall);
  return (
    <section class="explain" aria-label={t("step.explain-no-spin")}>
      <ul>
        {known.map(({ clause, what, says }) => (
          <li key={clause}>
            <button
              type="button"
              aria-disabled={isShut.value}
              onClick={() => {
                if (counts()) void send(voidName(what, says));
              }}
            >
              {voidName(what, says)}
            </button>
          </li>
        ))}
      </ul>
      <Form
        fields={[{ name: "reason", kind: "text", label: t("dealer.no-spin.other") }]}
        submit={t("dealer.no-spin.record")}
        primary={false}
        onSubmit={({ reason }) => send((reason ?? "").trim())}
      />
    </section>
  );
}
