import { useRef } from "preact/hooks";
import { bookOf } from "../console/books";
import { bought, buyFields } from "../console/buying";
import { cents, Form } from "../console/Form";
import { act, atLeast, house, lookedUp } from "../console/session";
import { stepName } from "../console/words";
import { dateAndTime } from "../lib/clock";
import { language, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { Command, ExcludedShown, HeadShown, VoucherShown } from "../protocol";
import { Theirs } from "./Card";
import { useList } from "./DeskPeople";
import { Lately } from "./Lately";
import { first, rows, titleOf } from "./state";

async function ofTheHouse(command: Command, done?: string): Promise<boolean> {
  const table = first.peek();
  return table !== null && act(table.id, command, stepName(command.type), done);
}

/** Chips and vouchers at the cash desk, and excluded players. */
export function DeskPlayers() {
  const { list, again } = useList<ExcludedShown>("/api/excluded");
  const then = async (command: Command) => {
    const done = await ofTheHouse(command);
    if (done) await again();
    return done;
  };
  return (
    <section class="page" aria-label={t("desk.players")}>
      <h2 class="unseen">{t("desk.players")}</h2>
      <div class="cards">
        <section class="card" aria-label={t("desk.sell")}>
          <h3>{t("desk.sell")}</h3>
          {/* Whoever pays cash at the desk takes it there. */}
          <Theirs command="cash-voucher">
            <SellChips />
          </Theirs>
        </section>
        <section class="card" aria-label={stepName("cash-voucher")}>
          <h3>{stepName("cash-voucher")}</h3>
          <Theirs command="cash-voucher">
            <CashVoucher />
          </Theirs>
        </section>
        <section class="card" aria-label={t("desk.excluded")}>
          <h3>{t("desk.excluded")}</h3>
          <ul class="returned">
            {(list ?? []).map((each) => (
              <li key={each.player}>
                <span>
                  <b>{each.player}</b> {each.reason}
                </span>
                {atLeast("gaming-shift-manager") ? (
                  <Form
                    fields={[]}
                    submit={t("step.readmit-player")}
                    primary={false}
                    readBack={() => t("desk.readmit.back", { player: each.player })}
                    onSubmit={() => then({ type: "readmit-player", player: each.player })}
                  />
                ) : null}
              </li>
            ))}
            {list?.length === 0 ? <li class="none">{t("desk.excluded.none")}</li> : null}
          </ul>
        </section>
        <section class="card" aria-label={stepName("exclude-player")}>
          <h3>{stepName("exclude-player")}</h3>
          <Theirs command="exclude-player">
            <Form
              fields={[
                { name: "player", kind: "text", label: t("pay.player") },
                { name: "reason", kind: "text", label: t("form.reason") },
                { name: "identity", kind: "text", label: t("player.identity"), optional: true },
              ]}
              submit={stepName("exclude-player")}
              readBack={(values) => t("desk.exclude.back", { player: values.player ?? "" })}
              onSubmit={({ player = "", reason = "", identity = "" }) =>
                then({
                  type: "exclude-player",
                  player: player.trim(),
                  reason,
                  identity: identity.trim() || null,
                })
              }
            />
          </Theirs>
        </section>
        {atLeast("gaming-shift-manager") ? (
          <section class="card" aria-label={stepName("lapse-vouchers")}>
            <h3>{stepName("lapse-vouchers")}</h3>
            <p class="hint">{t("desk.lapse.what")}</p>
            <Form
              fields={[]}
              submit={stepName("lapse-vouchers")}
              primary={false}
              onSubmit={() => ofTheHouse({ type: "lapse-vouchers" })}
            />
          </section>
        ) : null}
      </div>
      <Lately kinds="player,voucher" />
    </section>
  );
}

/** Chips for cash that is taken at the cash desk, for whoever sits at a table. */
function SellChips() {
  const at = (table = "") => {
    const found = rows.value.find((each) => each.table.table === table);
    const players = found ? (house.table(table).staff.value?.players ?? []) : [];
    return { book: bookOf(found?.table.book), players: players.filter((each) => each.seated) };
  };
  return (
    <Form
      fields={({ table, player }) => {
        const { book, players } = at(table);
        const who = players.find((each) => each.player === player) ?? null;
        return [
          {
            name: "table",
            kind: "pick",
            list: true,
            label: t("pit.table"),
            options: rows.value.map((each) => ({
              value: each.table.table,
              words: each.table.title,
            })),
          },
          {
            name: "player",
            kind: "pick",
            list: true,
            label: t("pay.player"),
            options: players.map((each) => ({ value: each.player, words: each.player })),
          },
          ...buyFields(book, who, players),
        ];
      }}
      submit={t("desk.sell")}
      readBack={(values) =>
        t("desk.sell.back", {
          amount: money(cents(values)),
          player: values.player ?? "",
          table: titleOf(values.table ?? ""),
        })
      }
      onSubmit={(values) => {
        const { table = "", player = "" } = values;
        const amount = money(cents(values));
        return act(
          table,
          { ...bought(at(table).book, player, values), at: "desk" },
          t("desk.sell"),
          t("desk.sell.done", { amount, player }),
        );
      }}
    />
  );
}

/** A voucher is looked up, read back with what it is worth, and paid. */
function CashVoucher() {
  const found = useRef<VoucherShown | null>(null);
  const what = stepName("cash-voucher");
  const number = (text = "") => text.trim().toUpperCase();
  return (
    <Form
      fields={[{ name: "voucher", kind: "text", label: t("voucher.number") }]}
      submit={what}
      readBack={async ({ voucher }) => {
        const body = { voucher: number(voucher) };
        found.current = await lookedUp<VoucherShown>("/api/voucher", body, what);
        if (found.current === null) return null;
        const { amount, player, expires_ms } = found.current;
        const time = dateAndTime(expires_ms, language.value);
        return t("desk.voucher.back", { amount: money(amount), player, time });
      }}
      onSubmit={({ voucher }) =>
        ofTheHouse(
          { type: "cash-voucher", voucher: number(voucher) },
          t("desk.voucher.paid", { amount: money(found.current?.amount ?? 0) }),
        )
      }
    />
  );
}

/** Signed heads: who keeps them can tell later whether the record was rewritten. */
export function DeskHeads() {
  const { list, again } = useList<HeadShown>("/api/heads");
  const text = () => JSON.stringify(list, null, 1);
  return (
    <section class="page heads" aria-label={t("desk.heads")}>
      <p class="lead">{t("desk.heads.what")}</p>
      <p class="row-of">
        <button type="button" onClick={() => void again()}>
          {t("desk.heads.again")}
        </button>
        <button
          type="button"
          class="primary"
          onClick={() => void navigator.clipboard?.writeText(text())}
        >
          {t("desk.copy")}
        </button>
        <button type="button" onClick={() => print()}>
          {t("desk.print")}
        </button>
      </p>
      <ul>
        {(list ?? []).map((each) => (
          <li key={each.stream}>
            <b>
              {each.stream} · {each.seq}
            </b>
            <code>{each.hash}</code>
            <code class="signature">
              {each.key_id} · {each.signature}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
