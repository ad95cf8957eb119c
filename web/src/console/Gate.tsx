import { useEffect, useRef, useState } from "preact/hooks";
import { named, t } from "../lib/i18n";
import { Languages } from "../parts/Languages";
import { gate, me, signIn, signOut, unlock } from "./session";

/** The door over the page: shut while nobody is in, or while whoever is in was away too long. */
export function Gate() {
  const now = gate.value;
  if (now === "in" || now === "checking") return null;
  return <Shut key={now} locked={now === "locked"} />;
}

function Shut({ locked }: { locked: boolean }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const shut = dialog.current;
    shut?.showModal();
    return () => shut?.close();
  }, []);
  const title = t(locked ? "gate.locked" : "gate.out");
  return (
    <dialog
      ref={dialog}
      class="gate"
      aria-label={title}
      onCancel={(event) => event.preventDefault()}
    >
      <form
        onSubmit={async (event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          const password = String(form.get("password"));
          setBusy(true);
          const error = await (locked
            ? unlock(password)
            : signIn(String(form.get("name")), password));
          setBusy(false);
          setWrong(error ? named("refusal", error.code, error.message || t("link.lost")) : null);
        }}
      >
        <h2>{title}</h2>
        <p class="hint">
          {locked ? t("gate.locked.more", { name: me.value?.name ?? "" }) : t("gate.out.more")}
        </p>
        {locked ? null : (
          <label>
            {t("staff.name")}
            <input name="name" autoComplete="username" required />
          </label>
        )}
        <label>
          {t("staff.password")}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        <button type="submit" class="primary" disabled={busy}>
          {t(locked ? "gate.unlock" : "staff.enter")}
        </button>
        {wrong ? (
          <p class="wrong" role="alert">
            {wrong}
          </p>
        ) : null}
        <p class="gate-foot">
          {locked ? (
            <button type="button" class="quiet" onClick={() => void signOut()}>
              {t("staff.sign-out")}
            </button>
          ) : (
            <a href="/">{t("door.back")}</a>
          )}
          <Languages />
        </p>
      </form>
    </dialog>
  );
}
