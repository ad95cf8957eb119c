/** What is done to a player's wagers: laid for them or recorded as they lie, and taken off. */
import { wagerName } from "../console/books";
import { Form, type Values } from "../console/Form";
import { type Chips, chipsName, hasBoth, stacksOf, stakedBy } from "../console/stacks";
import { allowed, stepOf, unheardOf, whyNot } from "../console/words";
import { t } from "../lib/i18n";
import { compact, inCents, money } from "../lib/money";
import { alongRadios } from "../lib/radios";
import type { PlayerView } from "../protocol";
import { act, book, type Placing, placing, placingAs, placingChips, staff } from "./state";

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
            <span>
              {wagerName(book.value, each.wager)}
              {hasBoth(who) ? ` · ${chipsName(each.chips)}` : ""}
            </span>
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
  const stacks = stacksOf(book.value, stakedBy([who]));
  const stackOf = (values: Values) => stacks.find((each) => each.wager === values.wager);
  return (
    <Form
      label={t("player.take-off")}
      fields={(values) => [
        {
          name: "wager",
          kind: "pick",
          list: true,
          label: t("wager"),
          options: stacks.map(({ wager, words }) => ({ value: wager, words })),
        },
        {
          name: "amount",
          kind: "money",
          label: t("player.part"),
          optional: true,
          most: stackOf(values)?.amount,
        },
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
        const what =
          part === null
            ? [stackOf(values)?.words, t("player.whole")]
            : [wagerName(book.value, values.wager ?? ""), money(part)];
        return [t(`step.${how(values)}`), ...what].join(" · ");
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
      <WhichChips who={who} />
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

/** Which chips lie there, where the player has more than one kind (3.3). */
function WhichChips({ who }: { who: PlayerView }) {
  const kinds = kindsOf(who);
  if (kinds.length < 2) return null;
  return (
    <div class="picks" role="radiogroup" onKeyDown={alongRadios} aria-label={t("chips")}>
      {kinds.map((each) => (
        <button
          key={each}
          type="button"
          role="radio"
          aria-checked={laidIn(who, placing.value ?? 0) === each}
          onClick={() => {
            placingChips.value = each;
          }}
        >
          {chipsName(each)}
        </button>
      ))}
    </div>
  );
}

/** The kinds of chips that a player has, colour chips first: most have only those. */
function kindsOf(who: PlayerView): readonly Chips[] {
  const kinds = Object.keys(who.purse) as Chips[];
  return kinds
    .filter((each) => who.purse[each])
    .sort()
    .reverse();
}

/** The chips that an amount is taken of: colour chips where there are enough, or plain ones. */
export function chipsFor(who: PlayerView, amount: number): Chips | null {
  const kinds = kindsOf(who);
  return kinds.find((each) => (who.purse[each] ?? 0) >= amount) ?? kinds[0] ?? null;
}

function laidIn(who: PlayerView, amount: number): Chips | null {
  const said = kindsOf(who).find((each) => each === placingChips.value);
  return said ?? chipsFor(who, amount);
}

export function placeFor(who: PlayerView, wager: string, amount: number): void {
  const chips = laidIn(who, amount);
  void act({ type: placingAs.value, player: who.player, wager, amount, chips });
}
