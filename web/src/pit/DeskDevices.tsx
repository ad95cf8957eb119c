import { useState } from "preact/hooks";
import { Form } from "../console/Form";
import { atLeast, posted } from "../console/session";
import { t } from "../lib/i18n";
import { refusalWords } from "../lib/refusals";
import type { DeviceShown, DeviceToken, TerminalShown } from "../protocol";
import { byTwo, reason, useList } from "./DeskPeople";

const NOT_ALLOWED = {
  code: "position/not-allowed",
  figures: { action: "enrol-device", who: ["pit-manager"] },
};

const KINDS = ["both", "validator", "printer"] as const;

/** Bill validators and ticket printers: each bound to one terminal, with a token shown once. */
export function DeskDevices({ terminals }: { terminals: readonly TerminalShown[] }) {
  const { list, again } = useList<DeviceShown>("/api/devices");
  const may = atLeast("pit-manager");
  const [token, setToken] = useState<DeviceToken | null>(null);
  return (
    <section class="card" aria-label={t("desk.devices")}>
      <h3>{t("desk.devices")}</h3>
      <ul class="people">
        {(list ?? []).map((each) => (
          <li key={each.device} class={each.enrolled ? "" : "is-off"}>
            <details>
              <summary>
                <b>{each.device}</b>
                <span>{each.terminal}</span>
                <span>{t(`desk.device.${each.kind}`)}</span>
                <small>{each.enrolled ? "" : t("desk.withdrawn")}</small>
              </summary>
              {each.enrolled && may ? (
                <Form
                  fields={[reason()]}
                  submit={t("desk.withdraw")}
                  primary={false}
                  readBack={() => t("desk.withdraw.back", { terminal: each.device })}
                  onSubmit={async (values) => {
                    const path = `/api/devices/${encodeURIComponent(each.device)}/withdraw`;
                    const done = await posted(path, values, t("desk.withdraw"));
                    if (done) await again();
                    return done;
                  }}
                />
              ) : null}
            </details>
          </li>
        ))}
      </ul>
      {may && byTwo() ? <p class="hint">{t("desk.device.two")}</p> : null}
      {may ? (
        <Form
          fields={[
            { name: "device", kind: "text", label: t("desk.device-name") },
            {
              name: "terminal",
              kind: "pick",
              list: true,
              label: t("desk.terminal-name"),
              options: terminals
                .filter((each) => each.enrolled)
                .map((each) => ({ value: each.terminal, words: each.terminal })),
            },
            {
              name: "kind",
              kind: "pick",
              list: true,
              label: t("desk.device.kind"),
              options: KINDS.map((value) => ({ value, words: t(`desk.device.${value}`) })),
              value: "both",
            },
            ...(byTwo() ? [reason()] : []),
          ]}
          submit={t("desk.device.enrol")}
          onSubmit={async ({ device = "", terminal = "", kind, reason = "" }) => {
            const body = { device: device.trim(), terminal, kind, reason };
            const made = await posted<DeviceToken>("/api/devices", body, t("desk.device.enrol"));
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
          <p>{t("desk.device.token", { device: token.device })}</p>
          <code>{token.token}</code>
          <button type="button" onClick={() => void navigator.clipboard?.writeText(token.token)}>
            {t("desk.copy")}
          </button>
          <button type="button" class="quiet" onClick={() => setToken(null)}>
            {t("close")}
          </button>
        </div>
      ) : null}
    </section>
  );
}
