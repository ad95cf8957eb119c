import { useState } from "preact/hooks";
import { ApiError } from "../lib/api";
import { t } from "../lib/i18n";
import { errorWords } from "../lib/refusals";
import type { FactorShown } from "../protocol";
import { Form } from "./Form";
import { beginFactor, enrolFactor, me } from "./session";

const QUIET = 4;

/** A code that a device shows now. */
export function Code() {
  return (
    <label>
      {t("factor.code")}
      <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
    </label>
  );
}

/** What goes into the device: a picture for its camera, and the same as text. */
export function Secret({ begun }: { begun: FactorShown }) {
  const size = begun.picture.length + 2 * QUIET;
  const dark = begun.picture.flatMap((row, y) =>
    [...row].flatMap((bit, x) => (bit === "1" ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  return (
    <div class="factor">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("factor.picture")}>
        <rect width={size} height={size} fill="#fff" />
        <path d={dark.join("")} fill="#000" shape-rendering="crispEdges" />
      </svg>
      <p>
        {t("factor.secret")} <code>{begun.secret}</code>
      </p>
      <a href={begun.uri}>{t("factor.open")}</a>
    </div>
  );
}

/** A second factor that its owner enrols by themselves, once they have none. */
export function OwnFactor() {
  const [begun, setBegun] = useState<FactorShown | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  if (me.value?.second_factor) return <p class="hint">{t("factor.has")}</p>;
  const told = (error: ApiError | null) => {
    setWrong(error ? errorWords(error) : null);
    return error === null;
  };
  return (
    <section aria-label={t("factor")}>
      <h3>{t("factor")}</h3>
      <p class="hint">{t(begun ? "factor.scan" : "factor.more")}</p>
      {begun ? <Secret begun={begun} /> : null}
      {begun ? (
        <Form
          key="enrol"
          fields={[{ name: "code", kind: "count", label: t("factor.code") }]}
          submit={t("factor.enrol")}
          primary={false}
          onSubmit={async (values) => told(await enrolFactor(values.code ?? ""))}
        />
      ) : (
        <Form
          key="begin"
          fields={[{ name: "password", kind: "password", label: t("staff.password.now") }]}
          submit={t("factor.begin")}
          primary={false}
          onSubmit={async (values) => {
            const got = await beginFactor(values.password ?? "");
            if (got instanceof ApiError) return told(got);
            setBegun(got);
            return told(null);
          }}
        />
      )}
      {wrong ? (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      ) : null}
    </section>
  );
}
