import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { type Book, lights, spread, wagerOf } from "../felt/book";
import { Felt, type Lying } from "../felt/Felt";
import { ApiError } from "../lib/api";
import { timeOfDay } from "../lib/clock";
import { type Proof, proven } from "../lib/fair";
import { language, named, t } from "../lib/i18n";
import { money, signed } from "../lib/money";
import { portrait } from "../lib/motion";
import { Face } from "../parts/Strip";
import type { Recalled, RoundShown } from "../protocol";
import { open } from "./Menu";
import { type Fair, fairRecord, ownRounds, recalled, shownOf } from "./records";
import { byClause, nameOf, spoken, voidReason } from "./speaking";
import { house, tableId } from "./state";

function useLoaded<T>(load: () => Promise<T>): { value: T | null; error: string | null } {
  const [value, setValue] = useState<T | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    load().then(setValue, (wrong: unknown) =>
      setError(wrong instanceof ApiError ? wrong.message || wrong.code : String(wrong)),
    );
  }, []);
  return { value, error };
}

/** One's own rounds, the newest first. */
export function OwnRounds({ book }: { book: Book }) {
  const { value, error } = useLoaded<readonly RoundShown[]>(ownRounds);
  if (error) return <p class="hint">{error}</p>;
  if (!value) return <p class="hint">{t("loading")}</p>;
  if (!value.length) return <p class="hint">{t("history.none")}</p>;
  return (
    <ul class="list">
      {value.map((each) => (
        <li key={each.round}>
          <button
            type="button"
            class="list-main"
            onClick={() => open({ sheet: "round", round: each.round })}
          >
            <Face
              number={each.outcome}
              colour={each.outcome === null ? "" : (book.colours[each.outcome] ?? "")}
            />
            <span class="list-round">
              <b>{t("round.number", { round: each.round })}</b>
              <small>{timeOfDay(each.opened_ms, language.value)}</small>
              {each.corrected ? <small>{t("history.corrected")}</small> : null}
            </span>
            <Sums of={each} />
          </button>
          <a
            class="away"
            href={`/recall/${encodeURIComponent(tableId)}/${each.round}?as=player`}
            target="_blank"
            rel="noopener"
          >
            {t("recall.title")}
            <span class="unseen">{t("round.number", { round: each.round })}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** What a round came to for its player; of a void one, why it was. */
function Sums({ of: { staked, returned, ended_by, outcome } }: { of: RoundShown }) {
  const net = (returned ?? 0) - (staked ?? 0);
  return (
    <span class={`list-sums ${net > 0 ? "is-won" : ""}`}>
      <b>{signed(net)}</b>
      <small>
        {t("net.of", { staked: money(staked ?? 0), returned: money(returned ?? 0) })}
        {outcome === null && ended_by ? ` · ${voidReason(ended_by)} (${byClause(ended_by)})` : ""}
      </small>
    </span>
  );
}

/** A round again: on the felt, wager by wager with its clause, and its proof. */
export function OneRound({ book, round }: { book: Book; round: number }) {
  const { value: record } = useLoaded<Recalled>(() => recalled(round));
  const pointed = useMemo(() => signal<string | null>(null), []);
  const light = lights(book, record?.bonus_numbers, record?.lights);
  const lying = new Map<string, Lying>();
  for (const { area, amount, result } of record?.areas ?? []) {
    lying.set(area, { amount, state: result === "lost" ? "pending" : "lies" });
  }
  const own = spread(book, ownOf(record));
  return (
    <div class="one-round">
      <div class={`round-felt ${portrait.value ? "is-tall" : ""}`}>
        <Felt
          book={book}
          upright={portrait.value}
          lights={light}
          lying={lying}
          dolly={record?.outcome ?? null}
          pointed={pointed}
          label={t("round.number", { round })}
          spoken={(wager) => spoken(wager, own.get(wager) ?? 0)}
          onPoint={(wager) => {
            pointed.value = wager;
          }}
        />
      </div>
      <div class="round-facts">
        {record ? <Results book={book} record={record} /> : null}
        <Proofs round={round} />
      </div>
    </div>
  );
}

/** What of a round's wagers is one's own. */
function ownOf(record: Recalled | null): Recalled["results"] {
  const name = house.hello.value?.you.name;
  return record?.results.filter((each) => each.player === name) ?? [];
}

function Results({ book, record }: { book: Book; record: Recalled }) {
  const own = ownOf(record);
  return (
    <>
      <p class="lead">
        {named("status", record.status, record.status)}
        {record.outcome === null ? "" : ` · ${record.outcome}`}
        {record.ended_by ? ` · ${voidReason(record.ended_by)} (${byClause(record.ended_by)})` : ""}
      </p>
      {own.length ? <OwnNet own={own} /> : null}
      {own.length ? (
        <table>
          <thead>
            <tr>
              <th scope="col">{t("wager")}</th>
              <th scope="col">{t("stake")}</th>
              <th scope="col">{t("winnings")}</th>
              <th scope="col">{t("clause.head")}</th>
            </tr>
          </thead>
          <tbody>
            {own.map((each) => {
              const wager = wagerOf(book, each.wager);
              return (
                <tr key={each.wager} class={`is-${each.result}`}>
                  <th scope="row">
                    {wager ? nameOf(wager) : each.wager}{" "}
                    {each.wager.includes(":") ? each.wager.slice(each.wager.indexOf(":") + 1) : ""}
                  </th>
                  <td>{money(each.amount)}</td>
                  <td>
                    {each.winnings
                      ? money(each.winnings)
                      : named("result", each.result, each.result)}
                  </td>
                  <td>{each.clause}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      ) : (
        <p class="hint">{t("round.none-of-yours")}</p>
      )}
    </>
  );
}

function OwnNet({ own }: { own: Recalled["results"] }) {
  const staked = own.reduce((sum, each) => sum + each.amount, 0);
  const returned = own.reduce((sum, each) => sum + each.returned, 0);
  return (
    <p>
      <b>{t("net", { net: signed(returned - staked) })}</b> ·{" "}
      {t("net.of", { staked: money(staked), returned: money(returned) })}
    </p>
  );
}

/** The proof of a round, checked in this very browser. */
function Proofs({ round }: { round: number }) {
  const { value: record } = useLoaded<Fair>(() => fairRecord(round));
  const [proof, setProof] = useState<Proof | null>(null);
  useEffect(() => {
    if (record) void proven(record, shownOf(round)).then(setProof);
  }, [record]);
  const line = (words: string, holds: boolean | null | undefined) =>
    holds == null ? null : (
      <li class={holds ? "holds" : "fails"}>
        <b aria-hidden="true">{holds ? "✓" : "×"}</b> {words}:{" "}
        {t(holds ? "fair.holds" : "fair.fails")}
      </li>
    );
  return (
    <section class="proof">
      <h3>{t("fair")}</h3>
      {record ? (
        <>
          <p class="hint">{t("fair.what")}</p>
          <dl>
            <dt>{t("fair.commitment")}</dt>
            <dd>
              <code>{record.commitment}</code>
            </dd>
            <dt>{t("fair.secret")}</dt>
            <dd>{record.secret ? <code>{record.secret}</code> : <b>{t("fair.lost")}</b>}</dd>
            {record.seed ? (
              <>
                <dt>{t("fair.seed")}</dt>
                <dd>
                  <code>{record.seed}</code>
                </dd>
              </>
            ) : null}
          </dl>
          <ul>
            {line(t("fair.commitment"), proof?.commitment)}
            {line(t("fair.seen"), proof?.seen)}
            {line(t("fair.pocket"), proof?.pocket)}
            {line(t("fair.bonus"), proof?.bonus)}
          </ul>
        </>
      ) : (
        <p class="hint">{t("fair.none")}</p>
      )}
    </section>
  );
}
