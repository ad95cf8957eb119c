import { effect } from "@preact/signals";
import { useState } from "preact/hooks";
import { homeOf } from "../console/home";
import { type Key, named, t } from "../lib/i18n";
import { errorWords } from "../lib/refusals";
import { Languages } from "../parts/Languages";
import { failed, link, shown, signIn, signOut, staff, tables, unenrolled } from "./state";
import { TableCard } from "./TableCard";

effect(() => {
  document.title = shown.value?.name ?? "croupier";
});

/** The house from outside: its tables, a seat for a visitor, a door for the staff. */
export function Door() {
  const house = shown.value;
  return (
    <div class="door">
      <header class="door-head">
        <div>
          <h1>{house?.name ?? t("door.house")}</h1>
          <p>{house?.demonstration ? t("demonstration") : t("door.welcome")}</p>
        </div>
        <Languages />
      </header>
      {link.link.value === "lost" || failed.value ? (
        <p class="banner" role="alert">
          <b>{t("link.lost")}</b>
        </p>
      ) : null}
      <main>
        <h2 class="unseen">{t("door.tables")}</h2>
        <ul class="tables">
          {tables.value.map((table) => (
            <TableCard key={table.table} table={table} />
          ))}
        </ul>
        {house ? null : <p class="hint">{t("link.connecting")}</p>}
        {unenrolled.value ? <Unenrolled /> : null}
      </main>
      <footer class="door-foot">
        <Staff />
        <p class="about">
          {t("door.about")} {house ? `croupier ${house.program}` : ""}
        </p>
      </footer>
    </div>
  );
}

/** How a device becomes a player's terminal. */
function Unenrolled() {
  return (
    <section class="unenrolled" aria-label={t("door.unenrolled")}>
      <h2>{t("door.unenrolled")}</h2>
      <p>{t("door.unenrolled.how")}</p>
      <a href="/desk#terminals">{t("door.unenrolled.desk")}</a>
    </section>
  );
}

const CONSOLES: readonly { href: string; words: Key }[] = [
  { href: "/pit", words: "console.pit" },
  { href: "/desk", words: "console.desk" },
  { href: "/recall", words: "console.recall" },
];

function Staff() {
  const me = staff.value;
  if (!me) return <SignIn />;
  return (
    <section class="staff" aria-label={t("staff")}>
      <p>
        {t("staff.signed-in", {
          name: me.name ?? "",
          position: named("position", me.position ?? "", me.position ?? ""),
        })}
      </p>
      <nav>
        {tables.value.map((table) => (
          <a key={table.table} href={`/dealer/${encodeURIComponent(table.table)}`}>
            {t("console.dealer", { table: table.title })}
          </a>
        ))}
        {CONSOLES.map(({ href, words }) => (
          <a key={href} href={href}>
            {t(words)}
          </a>
        ))}
      </nav>
      <button type="button" onClick={() => void signOut()}>
        {t("staff.sign-out")}
      </button>
    </section>
  );
}

function SignIn() {
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asks, setAsks] = useState(false);
  return (
    <details class="staff">
      <summary>{t("staff.sign-in")}</summary>
      <form
        class="row"
        onSubmit={async (event) => {
          event.preventDefault();
          const form = new FormData(event.currentTarget);
          setBusy(true);
          const [name, password, code] = ["name", "password", "code"].map((each) =>
            String(form.get(each) ?? ""),
          ) as [string, string, string];
          const error = await signIn(name, password, code);
          setBusy(false);
          setAsks(asks || error?.code === "sign-in/code-needed");
          setWrong(error ? errorWords(error) : null);
          if (!error) location.assign(homeOf(staff.peek()?.position));
        }}
      >
        <label>
          {t("staff.name")}
          <input name="name" autoComplete="username" required />
        </label>
        <label>
          {t("staff.password")}
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {asks ? (
          <label>
            {t("factor.code")}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
          </label>
        ) : null}
        <button type="submit" class="primary" disabled={busy}>
          {t("staff.enter")}
        </button>
      </form>
      {wrong ? (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      ) : null}
    </details>
  );
}
