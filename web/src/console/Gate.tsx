import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ApiError } from "../lib/api";
import { t } from "../lib/i18n";
import { errorWords } from "../lib/refusals";
import { Languages } from "../parts/Languages";
import type { FactorShown } from "../protocol";
import { Code, Secret } from "./Factor";
import {
  beginFactor,
  choosePassword,
  enrolFactor,
  gate,
  me,
  signIn,
  signOut,
  unlock,
} from "./session";

/** The door over the page: shut while nobody is in, while whoever is in was away too long, and
 * while there is something that they have to do first. */
export function Gate() {
  const now = gate.value;
  if (now === "in" || now === "checking") return null;
  if (now === "locked") return <Locked />;
  if (now === "second-factor") return <FirstFactor />;
  return now === "password" ? <FirstPassword /> : <Out />;
}

function Out() {
  const [asks, setAsks] = useState(false);
  return (
    <Shut
      title={t("gate.out")}
      more={t("gate.out.more")}
      submit={t("staff.enter")}
      onSubmit={async (form) => {
        const no = await signIn(text(form, "name"), text(form, "password"), text(form, "code"));
        setAsks(asks || no?.code === "sign-in/code-needed");
        return no;
      }}
      foot={<a href="/">{t("door.back")}</a>}
    >
      <label>
        {t("staff.name")}
        <input name="name" autoComplete="username" required />
      </label>
      <Password name="password" label={t("staff.password")} />
      {asks ? <Code /> : null}
    </Shut>
  );
}

function Locked() {
  return (
    <Shut
      title={t("gate.locked")}
      more={t("gate.locked.more", { name: me.value?.name ?? "" })}
      submit={t("gate.unlock")}
      onSubmit={(form) => unlock(text(form, "password"))}
      foot={<Away />}
    >
      <Password name="password" label={t("staff.password")} />
    </Shut>
  );
}

function FirstPassword() {
  return (
    <Shut
      title={t("gate.password")}
      more={t("gate.password.more", { name: me.value?.name ?? "" })}
      submit={t("desk.password.set")}
      onSubmit={(form) => choosePassword(text(form, "old"), text(form, "password"))}
      foot={<Away />}
    >
      <Password name="old" label={t("staff.password.now")} />
      <Password name="password" label={t("desk.password")} fresh />
    </Shut>
  );
}

/** A second factor before anything else: the password again, then the device, then its code. */
function FirstFactor() {
  const [begun, setBegun] = useState<FactorShown | null>(null);
  if (!begun) {
    return (
      <Shut
        title={t("factor")}
        more={t("gate.factor.more", { name: me.value?.name ?? "" })}
        submit={t("factor.begin")}
        onSubmit={async (form) => {
          const got = await beginFactor(text(form, "password"));
          if (got instanceof ApiError) return got;
          setBegun(got);
          return null;
        }}
        foot={<Away />}
      >
        <Password name="password" label={t("staff.password")} />
      </Shut>
    );
  }
  return (
    <Shut
      key="enrol"
      title={t("factor")}
      more={t("factor.scan")}
      submit={t("factor.enrol")}
      onSubmit={(form) => enrolFactor(text(form, "code"))}
      foot={<Away />}
    >
      <Secret begun={begun} />
      <Code />
    </Shut>
  );
}

const text = (form: FormData, name: string) => String(form.get(name) ?? "");

function Away() {
  return (
    <button type="button" class="quiet" onClick={() => void signOut()}>
      {t("staff.sign-out")}
    </button>
  );
}

function Password({ name, label, fresh }: { name: string; label: string; fresh?: boolean }) {
  const complete = fresh ? "new-password" : "current-password";
  return (
    <label>
      {label}
      <input name={name} type="password" autoComplete={complete} required />
    </label>
  );
}

interface Props {
  title: string;
  more: string;
  submit: string;
  onSubmit: (form: FormData) => Promise<ApiError | null>;
  foot: ComponentChildren;
  children: ComponentChildren;
}

function Shut({ title, more, submit, onSubmit, foot, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const shut = dialog.current;
    shut?.showModal();
    return () => shut?.close();
  }, []);
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
          setBusy(true);
          const error = await onSubmit(new FormData(event.currentTarget));
          setBusy(false);
          setWrong(error ? errorWords(error) : null);
        }}
      >
        <h2>{title}</h2>
        <p class="hint">{more}</p>
        {children}
        <button type="submit" class="primary" disabled={busy}>
          {submit}
        </button>
        {wrong ? (
          <p class="wrong" role="alert">
            {wrong}
          </p>
        ) : null}
        <p class="gate-foot">
          {foot}
          <Languages />
        </p>
      </form>
    </dialog>
  );
}
