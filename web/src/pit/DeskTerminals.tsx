import { useState } from "preact/hooks";
import { bookOf } from "../console/books";
import { Form } from "../console/Form";
import { atLeast, posted } from "../console/session";
import { t } from "../lib/i18n";
import { refusalWords } from "../lib/refusals";
import type { Me, TerminalShown, Token } from "../protocol";
import { DeskDevices } from "./DeskDevices";
import { useList } from "./DeskPeople";
import { Lately } from "./Lately";
import { rows } from "./state";

const NOT_ALLOWED = {
  code: "position/not-allowed",
  figures: { action: "enrol-terminals", who: ["pit-manager"] },
};

/** Devices: enrolled with a token that is shown once, and withdrawn. */
export function DeskTerminals() {
  const { list, again } = useList<TerminalShown>("/api/terminals");
  const may = atLeast("pit-manager");
  const [token, setToken] = useState<Token | null>(null);
  const [seek, setSeek] = useState("");
  const profiles = new Map(
    rows.value
      .flatMap(({ table }) => bookOf(table.book)?.terminals ?? [])
      .map((each) => [each.id, each.name]),
  );
  const found = (list ?? []).filter((each) => each.terminal.includes(seek.trim()));
  return (
    <section class="page" aria-label={t("desk.terminals")}>
      <h2 class="unseen">{t("desk.terminals")}</h2>
      <div class="two">
        <div>
          <label class="seek">
            {t("desk.seek")}
            <input value={seek} onInput={(event) => setSeek(event.currentTarget.value)} />
          </label>
          <ul class="people is-long">
            {found.map((each) => (
              <li key={each.terminal} class={each.enrolled ? "" : "is-off"}>
                <details>
                  <summary>
                    <b>{each.terminal}</b>
                    <span>{each.profile ?? ""}</span>
                    <small>{each.enrolled ? "" : t("desk.withdrawn")}</small>
                  </summary>
                  {each.enrolled && may ? (
                    <Form
                      fields={[{ name: "reason", kind: "text", label: t("form.reason") }]}
                      submit={t("desk.withdraw")}
                      primary={false}
                      readBack={() => t("desk.withdraw.back", { terminal: each.terminal })}
                      onSubmit={async (values) => {
                        const path = `/api/terminals/${encodeURIComponent(each.terminal)}/withdraw`;
                        const done = await posted(path, values, t("desk.withdraw"));
                        if (done) await again();
                        return done;
                      }}
                    />
                  ) : null}
                </details>
              </li>
            ))}
            {list?.length === 0 ? <li class="empty">{t("desk.no-terminals")}</li> : null}
          </ul>
        </div>
        <section class="card" aria-label={t("desk.enrol")}>
          <h3>{t("desk.enrol")}</h3>
          {may ? (
            <Form
              fields={[
                { name: "terminal", kind: "text", label: t("desk.terminal-name") },
                {
                  name: "profile",
                  kind: "pick",
                  list: true,
                  optional: true,
                  label: t("desk.profile"),
                  options: [...profiles].map(([value, words]) => ({ value, words })),
                },
              ]}
              submit={t("desk.enrol")}
              onSubmit={async ({ terminal = "", profile }) => {
                const body = { terminal: terminal.trim(), profile: profile || null };
                const made = await posted<Token>("/api/terminals", body, t("desk.enrol"));
                setToken(made);
                if (made) await again();
                return made;
              }}
            />
          ) : (
            <p class="hint">{refusalWords(NOT_ALLOWED)}</p>
          )}
          {token ? (
            <div class="token" role="alert">
              <p>{t("desk.token", { terminal: token.terminal })}</p>
              <code>{token.token}</code>
              <button
                type="button"
                class="primary"
                onClick={async () => {
                  const body = { token: token.token };
                  if (await posted<Me>("/api/enrol", body, t("desk.token.here"))) setToken(null);
                }}
              >
                {t("desk.token.here")}
              </button>
              <button
                type="button"
                onClick={() => void navigator.clipboard?.writeText(token.token)}
              >
                {t("desk.copy")}
              </button>
              <button type="button" class="quiet" onClick={() => setToken(null)}>
                {t("close")}
              </button>
            </div>
          ) : null}
        </section>
      </div>
      <DeskDevices terminals={list ?? []} />
      <Lately kinds="terminal,device" />
    </section>
  );
}
