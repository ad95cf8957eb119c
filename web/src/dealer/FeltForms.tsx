/** What is done to a player's wagers: laid for them or recorded as they lie, and taken off. */
import { wagerName } from "../console/books";
import { Form, type Values } from "../console/Form";
import { allowed, stepOf, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { compact, inCents, money } from "../lib/money";
import { alongRadios } from "../lib/radios";
import type { PlayerView } from "../protocol";
import { act, book, type Placing, placing, placingAs, staff } from "./state";

const PLACING = ["record-wager", "place-for-player"] as const;
const TAKING = ["record-withdrawal", "take-back-for-player"] as const;

export function Wagers({ who }: { who: PlayerView }) {
  const known = PLACING.filter((each) => !unheardOf(stepOf(staff.value, each)));
  const may = known.filter((each) => allowed(staff.value, each));
  const step = known[0] && !may.length ? stepOf(staff.value, known[0]) : null;
  return (
    <>
      <ul class="returned">
        {who.wagers.map((each) => (
          <li key={`${each.wager} ${each.chips}`}>
            <span>{wagerName(book.value, each.wager)}</span>
            <b>{money(each.amount)}</b>
          </li>
        ))}
        {who.wagers.length ? null : <li class="none">{t("player.no-wagers")}</li>}
      </ul>
      {may.length ? <PlaceFor who={who} may={may} /> : null}
      {step ? (
        <p class="hint">
          {t(`step.${step.command as Placing}`)}: {whyNot(step)}
          {step.clause ? ` ${t("clause", { clause: step.clause })}` : ""}
        </p>
      ) : null}
      <TakeOff who={who} />
    </>
  );
}

/** What comes off the felt: what the player took, or what staff placed by mistake. */
function TakeOff({ who }: { who: PlayerView }) {
  const may = TAKING.filter((each) => allowed(staff.value, each));
  const [only] = may;
  if (only === undefined || !who.wagers.length) return null;
  const how = (values: Values) => may.find((each) => each === values.how) ?? only;
  return (
    <Form
      label={t("player.take-off")}
      fields={[
        {
          name: "wager",
          kind: "pick",
          list: true,
          label: t("wager"),
          options: who.wagers.map(({ wager }) => ({
            value: wager,
            words: wagerName(book.value, wager),
          })),
        },
        { name: "amount", kind: "money", label: t("player.part"), optional: true },
        ...(may.length > 1
          ? [
              {
                name: "how",
                kind: "pick" as const,
                label: t("player.take-off.why"),
                options: may.map((each) => ({ value: each, words: t(`step.${each}`) })),
              },
            ]
          : []),
      ]}
      submit={t("player.take-off")}
      primary={false}
      readBack={(values) => {
        const part = inCents(values.amount ?? "");
        return [
          t(`step.${how(values)}`),
          wagerName(book.value, values.wager ?? ""),
          part === null ? t("player.whole") : money(part),
        ].join(" · ");
      }}
      onSubmit={(values) =>
        act({
          type: how(values),
          player: who.player,
          wager: values.wager ?? "",
          amount: inCents(values.amount ?? ""),
        })
      }
    />
  );
}

/** What a player lays, or staff for them: an amount here, then a touch of the felt. */
function PlaceFor({ who, may }: { who: PlayerView; may: readonly Placing[] }) {
  const unit = who.value ?? 500;
  const now = may.includes(placingAs.value) ? placingAs.value : (may[0] ?? "record-wager");
  return (
    <div class="place-for">
      {may.length > 1 ? (
        <div
          class="picks"
          role="radiogroup"
          onKeyDown={alongRadios}
          aria-label={t("player.place.as")}
        >
          {may.map((each) => (
            <button
              key={each}
              type="button"
              role="radio"
              aria-checked={now === each}
              onClick={() => {
                placingAs.value = each;
              }}
            >
              {t(`step.${each}`)}
            </button>
          ))}
        </div>
      ) : null}
      <p class="hint">{t(now === "record-wager" ? "player.record.what" : "player.place.what")}</p>
      <div class="picks" role="radiogroup" onKeyDown={alongRadios} aria-label={t(`step.${now}`)}>
        {[1, 2, 5, 10, 20].map((times) => (
          <button
            key={times}
            type="button"
            role="radio"
            aria-checked={placing.value === unit * times}
            onClick={() => {
              placingAs.value = now;
              placing.value = placing.value === unit * times ? null : unit * times;
            }}
          >
            {compact(unit * times)}
          </button>
        ))}
        <input
          inputMode="decimal"
          aria-label={t("amount")}
          placeholder={t("amount")}
          onInput={(event) => {
            placingAs.value = now;
            placing.value = inCents(event.currentTarget.value);
          }}
        />
      </div>
    </div>
  );
}

/** The chips that an amount is taken of: colour chips where there are enough, or plain ones. */
export function chipsFor(who: PlayerView, amount: number): "colour-chips" | null {
  return (who.purse["colour-chips"] ?? 0) >= amount ? "colour-chips" : null;
}

export function placeFor(who: PlayerView, wager: string, amount: number): void {
  const chips = chipsFor(who, amount);
  void act({ type: placingAs.value, player: who.player, wager, amount, chips });
}
