import { signal } from "@preact/signals";
import { named, t } from "../lib/i18n";
import { Sheet } from "../parts/Sheet";
import { OwnFactor } from "./Factor";
import { Form } from "./Form";
import { acting, me, posted, signOut } from "./session";

const changing = signal(false);

/** Who is here: the way to another password, and the way out. */
export function Who() {
  const name = me.value?.name;
  if (!name) return null;
  return (
    <>
      <button
        type="button"
        class="quiet who"
        title={t("staff.own-password")}
        onClick={() => {
          changing.value = true;
        }}
      >
        <b>{name}</b>
        <small>
          {acting.value
            ? t("desk.acting", { position: t(`position.${acting.value}`) })
            : named("position", me.value?.position ?? "", "")}
        </small>
      </button>
      <button type="button" class="who-out" onClick={() => void signOut()}>
        {t("staff.sign-out")}
      </button>
    </>
  );
}

/** A password of one's own choice; the one there is now is asked for first. */
export function OwnPassword() {
  const close = () => {
    changing.value = false;
  };
  if (!changing.value) return null;
  return (
    <Sheet title={t("staff.own-password")} onClose={close}>
      <Form
        fields={[
          { name: "old", kind: "password", label: t("staff.password.now") },
          { name: "password", kind: "password", label: t("desk.password") },
        ]}
        submit={t("desk.password.set")}
        onSubmit={async (values) => {
          const done = await posted("/api/password", values, t("staff.own-password"));
          if (done) close();
          return done;
        }}
      />
      <OwnFactor />
    </Sheet>
  );
}
