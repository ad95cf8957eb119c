import { useEffect, useState } from "preact/hooks";
import { type Field, Form, type Option } from "../console/Form";
import { atLeast, gate, house, posted } from "../console/session";
import { get } from "../lib/api";
import { named, t } from "../lib/i18n";
import type { AssignmentShown, StaffShown } from "../protocol";
import { Assigned } from "./Assigned";
import { Lately } from "./Lately";

const POSITIONS = ["dealer", "pit-supervisor", "pit-manager", "gaming-shift-manager"] as const;
/** How long an appointment lasts unless it is said otherwise. */
const SHIFT_HOURS = 8;
const positions = (): readonly Option[] =>
  POSITIONS.map((each) => ({ value: each, words: t(`position.${each}`) }));

export const reason = (): Field => ({ name: "reason", kind: "text", label: t("form.reason") });
/** A demonstration does without the control of two people over its staff and cash devices. */
export const byTwo = () => house.hello.value?.demonstration === false;
const approves = (position: string | null | undefined) => !!position && position !== "dealer";

/** Something that is looked up, and again when it changed. */
export function useList<T>(path: string): {
  list: readonly T[] | null;
  again: () => Promise<void>;
} {
  const [list, setList] = useState<readonly T[] | null>(null);
  const again = async () => setList(await get<readonly T[]>(path, "staff").catch(() => null));
  const isIn = gate.value === "in";
  useEffect(() => {
    void again();
  }, [path, isIn]);
  return { list, again };
}

/** Everyone on the staff. */
export function DeskPeople() {
  const { list, again } = useList<StaffShown>("/api/staff");
  const [picked, setPicked] = useState<string | null>(null);
  const one = list?.find((each) => each.name === picked) ?? null;
  const assigned = useList<AssignmentShown>("/api/assignments");
  const may = atLeast("gaming-shift-manager");
  return (
    <section class="page" aria-label={t("desk.staff")}>
      <h2 class="unseen">{t("desk.staff")}</h2>
      {may ? null : <p class="hint">{t("desk.for-gsm")}</p>}
      {may && byTwo() ? <p class="hint">{t("desk.two")}</p> : null}
      <div class="two">
        <ul class="people">
          {(list ?? []).map((each) => (
            <li key={each.name}>
              <button
                type="button"
                aria-pressed={picked === each.name}
                class={each.enabled ? "" : "is-off"}
                onClick={() => setPicked(picked === each.name ? null : each.name)}
              >
                <b>{each.name}</b>
                <span>{named("position", each.position, each.position)}</span>
                <small>
                  {each.enabled ? "" : t("desk.disabled")}
                  {each.acting ? t("desk.acting", { position: t(`position.${each.acting}`) }) : ""}
                  {assigned.list?.some(({ staff }) => staff === each.name)
                    ? t("desk.assigned")
                    : ""}
                </small>
              </button>
            </li>
          ))}
        </ul>
        {one && atLeast("pit-manager") ? (
          <div class="cards">
            {may ? <One key={one.name} one={one} again={again} /> : null}
            <Assigned key={`${one.name} at`} one={one} of={assigned} />
          </div>
        ) : !may ? null : (
          <section class="card" aria-label={t("desk.add")}>
            <h3>{t("desk.add")}</h3>
            <Form
              fields={(values) => [
                { name: "name", kind: "text", label: t("staff.name") },
                {
                  name: "position",
                  kind: "pick",
                  list: true,
                  label: t("desk.position"),
                  options: positions(),
                },
                { name: "password", kind: "password", label: t("desk.first-password") },
                ...(byTwo() && approves(values.position) ? [reason()] : []),
              ]}
              submit={t("desk.add")}
              onSubmit={async (values) => {
                const done = await posted("/api/staff", values, t("desk.add"));
                if (done) await again();
                return done;
              }}
            />
          </section>
        )}
      </div>
      <Lately kinds="staff" />
    </section>
  );
}

function One({ one, again }: { one: StaffShown; again: () => Promise<void> }) {
  const at = `/api/staff/${encodeURIComponent(one.name)}`;
  const send = async (path: string, body: object, what: string) => {
    const done = await posted(`${at}/${path}`, body, what);
    if (done) await again();
    return done;
  };
  const two = byTwo() && (approves(one.position) || approves(one.acting));
  const way = one.enabled ? "disable" : "enable";
  const higher = positions().slice(POSITIONS.indexOf(one.position) + 1);
  return (
    <section class="card" aria-label={one.name}>
      <h3>{one.name}</h3>
      <Form
        key="position"
        label={t("desk.move")}
        fields={[
          {
            name: "position",
            kind: "pick",
            list: true,
            label: t("desk.position"),
            options: positions(),
            value: one.position,
          },
          reason(),
        ]}
        submit={t("desk.move")}
        primary={false}
        onSubmit={(values) => send("position", values, t("desk.move"))}
      />
      {one.acting ? (
        <Form
          key="acting-ends"
          label={t("desk.acting.end")}
          fields={[reason()]}
          submit={t("desk.acting.end")}
          primary={false}
          onSubmit={(values) => send("withdraw-appointment", values, t("desk.acting.end"))}
        />
      ) : higher.length ? (
        <Form
          key="acting"
          label={t("desk.appoint")}
          fields={[
            {
              name: "position",
              kind: "pick",
              list: true,
              label: t("desk.acts-as"),
              options: higher,
            },
            { name: "hours", kind: "count", label: t("desk.hours"), value: String(SHIFT_HOURS) },
            reason(),
          ]}
          submit={t("desk.appoint")}
          primary={false}
          onSubmit={(values) =>
            send("appoint", { ...values, hours: Number(values.hours) }, t("desk.appoint"))
          }
        />
      ) : null}
      <Form
        key="password"
        label={t("desk.password.set")}
        fields={[
          { name: "password", kind: "password", label: t("desk.password") },
          ...(two ? [reason()] : []),
        ]}
        submit={t("desk.password.set")}
        primary={false}
        onSubmit={(values) => send("password", values, t("desk.password"))}
      />
      {one.second_factor ? (
        <Form
          key="factor"
          label={t("desk.factor.reset")}
          fields={[reason()]}
          submit={t("desk.factor.reset")}
          primary={false}
          readBack={() => t("desk.factor.reset.back", { name: one.name })}
          onSubmit={(values) => send("second-factor", values, t("desk.factor.reset"))}
        />
      ) : null}
      <Form
        key={way}
        label={t(`desk.${way}`)}
        fields={[reason()]}
        submit={t(`desk.${way}`)}
        primary={false}
        readBack={() => t(`desk.${way}.back`, { name: one.name })}
        onSubmit={(values) => send(way, values, t(`desk.${way}`))}
      />
    </section>
  );
}
