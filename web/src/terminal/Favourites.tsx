import { useState } from "preact/hooks";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import { favourites, forget, keep, placeAll } from "./bets";
import { close } from "./Menu";
import { isOpen, seat } from "./state";

/** Patterns of wagers that this browser keeps. */
export function Favourites() {
  const [name, setName] = useState("");
  const has = (seat.value?.wagers.length ?? 0) > 0;
  return (
    <>
      <ul class="list">
        {favourites.value.map((each, index) => (
          <li key={each.name}>
            <button
              type="button"
              class="list-main"
              disabled={!isOpen.value}
              onClick={() => {
                placeAll(each.bets);
                close();
              }}
            >
              <b>{each.name}</b>
              <span>
                {t("favourites.of", {
                  count: each.bets.length,
                  amount: money(each.bets.reduce((sum, bet) => sum + bet.amount, 0)),
                })}
              </span>
            </button>
            <button type="button" class="quiet" onClick={() => forget(index)}>
              {t("favourites.forget")}
            </button>
          </li>
        ))}
        {favourites.value.length ? null : <li class="none">{t("favourites.none")}</li>}
      </ul>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          keep(name.trim() || t("favourites.nameless", { number: favourites.value.length + 1 }));
          setName("");
        }}
      >
        <input
          value={name}
          maxLength={24}
          placeholder={t("favourites.name")}
          aria-label={t("favourites.name")}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="primary" disabled={!has}>
          {t("favourites.keep")}
        </button>
      </form>
      {has ? null : <p class="hint">{t("favourites.hint")}</p>}
    </>
  );
}
