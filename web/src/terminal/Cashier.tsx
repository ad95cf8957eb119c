import { useState } from "preact/hooks";
import type { Book } from "../felt/book";
import { named, t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import { alongRadios } from "../lib/radios";
import { buyIn, cashOut, collect, leave, redeem } from "./bets";
import { waysIn } from "./Panels";
import * as s from "./state";
import { Voucher } from "./Voucher";

const AMOUNTS = [5000, 10_000, 20_000, 50_000];
const COLOURS = ["blue", "pink", "yellow", "brown", "lilac", "lime"];

/** Buying in, cashing out against a voucher, and redeeming one. */
export function Cashier({ book }: { book: Book }) {
  const [busy, setBusy] = useState(false);
  const run = (work: () => Promise<unknown>) => async () => {
    setBusy(true);
    await work();
    setBusy(false);
  };
  const own = s.seat.value;
  const inPlay = s.staked.value > 0;
  const isServed = s.view.value?.self_service ?? false;
  const notYet = whyNotCollected();
  return (
    <div class="cashier">
      {s.house.hello.value?.demonstration ? (
        <BuyIn book={book} busy={busy} run={run} />
      ) : (
        <section>
          <h3>{t("buy-in")}</h3>
          <p class="hint">{waysIn()}</p>
        </section>
      )}
      <section>
        <h3>{t("cash-out")}</h3>
        <CashOut busy={busy || !isServed} run={run} />
        {inPlay ? <p class="hint">{t("cash-out.in-play")}</p> : null}
        {s.held.value > 0 ? (
          <>
            <p class="row">
              <span>{t("held", { amount: money(s.held.value) })}</span>
              <button
                type="button"
                disabled={!s.isUp.value || busy || notYet !== null}
                onClick={run(collect)}
              >
                {t("collect")}
              </button>
            </p>
            {notYet && isServed ? <p class="hint">{notYet}</p> : null}
          </>
        ) : null}
        {isServed ? null : <p class="hint">{t("counter.dealer")}</p>}
      </section>
      <Vouchers busy={busy} run={run} />
      {own?.seated ? (
        <section class="leaving">
          <p class="row">
            <span class="hint">{t(own.vouchers.length ? "leave.vouchers" : "leave.what")}</span>
            <button type="button" disabled={!s.isUp.value || busy} onClick={run(goHome)}>
              {t("leave")}
            </button>
          </p>
        </section>
      ) : null}
    </div>
  );
}

/** How much is given up for a voucher: asked, said again, and only then done. */
function CashOut({ busy, run }: Doing) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isSure, setSure] = useState(false);
  const all = s.balance.value;
  const kinds = Object.entries(s.seat.value?.purse ?? {}).filter(([, there]) => there > 0);
  const isWhole = kinds.length !== 1 || typed === null;
  const amount = isWhole ? all : inCents(typed ?? "");
  const isFine = amount !== null && amount > 0 && amount <= all;
  const cannot = !s.isUp.value || busy || !isFine;
  if (isSure && isFine) {
    return (
      <div class="sure" role="group" aria-label={t("cash-out")}>
        <p>
          {t("cash-out.sure", { amount: money(amount) })}{" "}
          {amount < all ? t("cash-out.left", { amount: money(all - amount) }) : ""}
        </p>
        <p class="row">
          <button type="button" onClick={() => setSure(false)}>
            {t("back")}
          </button>
          <button
            type="button"
            class="primary"
            disabled={cannot}
            onClick={run(async () => {
              await cashOut(isWhole ? null : amount);
              setSure(false);
              setTyped(null);
            })}
          >
            {t("cash-out.confirm", { amount: money(amount) })}
          </button>
        </p>
      </div>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setSure(isFine);
      }}
    >
      <p class="hint">{t("cash-out.what")}</p>
      <p class="row">
        <label>
          {t("amount")}
          <input
            inputMode="decimal"
            value={typed ?? money(all)}
            disabled={kinds.length !== 1}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="primary" disabled={cannot}>
          {t("cash-out")}
        </button>
      </p>
      {amount !== null && amount > all ? (
        <p class="hint" role="alert">
          {t("cash-out.too-much", { amount: money(all) })}
        </p>
      ) : null}
    </form>
  );
}

/** Why what is held cannot be taken as chips here and now, if it cannot. */
function whyNotCollected(): string | null {
  const table = s.view.value;
  if (!table?.self_service || s.seat.value?.excluded) return t("counter.dealer");
  if (!table.is_open) return t("table.closed");
  return s.seat.value?.seated ? null : t("cashier.sit-first");
}

async function goHome(): Promise<void> {
  if ((await leave()).accepted) location.replace("/");
}

interface Doing {
  busy: boolean;
  run: (work: () => Promise<unknown>) => () => Promise<void>;
}

function BuyIn({ book, busy, run }: Doing & { book: Book }) {
  const [amount, setAmount] = useState("200");
  const [kind, setKind] = useState(book.stakes[0] ?? "credits");
  const [value, setValue] = useState("5");
  const cents = inCents(amount);
  const each = inCents(value);
  const isColour = kind === "colour-chips";
  const colour =
    s.seat.value?.colour ?? COLOURS[Math.floor(Math.random() * COLOURS.length)] ?? null;
  return (
    <section>
      <h3>{t("buy-in")}</h3>
      <div class="amounts">
        {AMOUNTS.map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={cents === each}
            onClick={() => setAmount(String(each / 100))}
          >
            {money(each)}
          </button>
        ))}
      </div>
      {book.stakes.length > 1 ? (
        <div class="amounts" role="radiogroup" onKeyDown={alongRadios} aria-label={t("chips")}>
          {book.stakes.map((each) => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={kind === each}
              onClick={() => setKind(each)}
            >
              {named("chips", each, each)}
            </button>
          ))}
        </div>
      ) : null}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (cents === null) return;
          const chips = book.stakes.length > 1 ? kind : null;
          void run(() => buyIn(cents, chips, isColour ? each : null, isColour ? colour : null))();
        }}
      >
        <label>
          {t("amount")}
          <input
            inputMode="decimal"
            value={amount}
            onInput={(event) => setAmount(event.currentTarget.value)}
          />
        </label>
        {isColour ? (
          <label>
            {t("chip.value")}
            <input
              inputMode="decimal"
              value={value}
              onInput={(event) => setValue(event.currentTarget.value)}
            />
          </label>
        ) : null}
        <button
          type="submit"
          class="primary"
          disabled={!s.isUp.value || busy || !cents || (isColour && !each)}
        >
          {t("buy-in")}
        </button>
      </form>
    </section>
  );
}

function Vouchers({ busy, run }: Doing) {
  const [number, setNumber] = useState("");
  const own = s.seat.value?.vouchers ?? [];
  const isServed = s.view.value?.self_service ?? false;
  return (
    <section>
      <h3>{t("vouchers")}</h3>
      {own.map((each) => (
        <Voucher
          key={each.voucher}
          voucher={each}
          busy={busy || !s.isUp.value}
          onRedeem={isServed ? run(() => redeem(each.voucher)) : null}
        />
      ))}
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void run(async () => {
            if ((await redeem(number.replace(/\s/g, "").toUpperCase())).accepted) setNumber("");
          })();
        }}
      >
        <input
          value={number}
          placeholder={t("voucher.number")}
          autoComplete="off"
          aria-label={t("voucher.number")}
          onInput={(event) => setNumber(event.currentTarget.value)}
        />
        <button type="submit" disabled={!s.isUp.value || busy || !isServed || !number.trim()}>
          {t("redeem")}
        </button>
      </form>
      {isServed ? null : <p class="hint">{t("counter.dealer")}</p>}
    </section>
  );
}
