import { effect } from "@preact/signals";
import { Gate } from "../console/Gate";
import { Nav } from "../console/Nav";
import { atLeast, gate, me, signOut } from "../console/session";
import { dateAndTime } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import { refusalWords } from "../lib/refusals";
import { Languages } from "../parts/Languages";
import { Face } from "../parts/Strip";
import { Journal } from "./Journal";
import { Payments } from "./Payments";
import { Replay } from "./Replay";
import { Rounds } from "./Rounds";
import * as s from "./state";

effect(() => {
  const about = s.record.value ? t("round.number", { round: s.record.value.number }) : "croupier";
  document.title = `${t("recall.title")} · ${about}`;
});

/** A past round again, or the list to choose one from. */
export function Recall() {
  const record = s.record.value;
  const book = s.book.value;
  return (
    <div class={`recall ${s.round === null ? "is-list" : "is-round"}`}>
      <Bar />
      {s.wrong.value ? (
        <p class="banner" role="alert">
          <b>{s.wrong.value.status === 0 ? t("link.lost") : t("recall.not-there")}</b>
          {refusalWords(s.wrong.value)}
        </p>
      ) : null}
      {s.round === null ? (
        <Rounds />
      ) : record && book ? (
        <main>
          <Replay book={book} record={record} />
          <Journal record={record} />
          <Payments book={book} record={record} />
        </main>
      ) : s.wrong.value || gate.value !== "in" ? null : (
        <p class="hint waiting">{t("loading")}</p>
      )}
      <Gate />
    </div>
  );
}

function Bar() {
  const record = s.record.value;
  const table = s.table.value;
  const id = s.tableId ?? "";
  return (
    <header class="recall-bar">
      <a class="home" href={s.round === null ? "/" : s.addressOf(id)}>
        <span class="unseen">{t(s.round === null ? "door.back" : "recall.list")}</span>
        <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
          <path d="M12.5 4L6.5 10L12.5 16" />
        </svg>
      </a>
      <h1>
        {t("recall.title")} {s.round === null ? null : <small>{table?.title}</small>}
      </h1>
      {s.round === null ? null : (
        <nav class="beside" aria-label={t("recall.beside")}>
          <Beside to={s.before.value} words={t("recall.before")} d="M12 5L7 10L12 15" />
          <b>{t("round.number", { round: s.round })}</b>
          <Beside to={s.after.value} words={t("recall.after")} d="M8 5L13 10L8 15" />
        </nav>
      )}
      {record ? (
        <p class="ended">
          {record.outcome === null ? null : (
            <Face number={record.outcome} colour={s.book.value?.colours[record.outcome] ?? ""} />
          )}
          <span>
            <b>{named("status", record.status, record.status)}</b>
            {record.ended_by ? <small>{t("clause", { clause: record.ended_by })}</small> : null}
            <small>{dateAndTime(record.steps[0]?.at_ms ?? 0, language.value)}</small>
          </span>
        </p>
      ) : null}
      <div class="recall-tools">
        {record ? (
          <button type="button" class="quiet" onClick={() => print()}>
            {t("recall.print")}
          </button>
        ) : null}
        {record && s.as.value === "staff" && atLeast("pit-supervisor") ? (
          <a
            href={`/api/tables/${encodeURIComponent(id)}/export?format=notation&round=${record.number}&as=staff`}
            download
          >
            {t("recall.notation")}
          </a>
        ) : null}
        {s.as.value === "staff" && me.value?.position ? <Nav /> : null}
        <Languages />
        {s.as.value === "staff" && me.value?.position ? (
          <button type="button" class="quiet" onClick={() => void signOut()}>
            {t("staff.sign-out")}
          </button>
        ) : null}
      </div>
    </header>
  );
}

function Beside({ to, words, d }: { to: number | null; words: string; d: string }) {
  const icon = (
    <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
      <path d={d} />
    </svg>
  );
  if (to === null) return <span class="no-way">{icon}</span>;
  return (
    <a href={s.addressOf(s.tableId ?? "", to)} title={words}>
      <span class="unseen">{words}</span>
      {icon}
    </a>
  );
}
