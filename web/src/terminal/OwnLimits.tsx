import { useState } from "preact/hooks";
import { dateAndTime } from "../lib/clock";
import { language, t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import { excludeSelf, setOwnLimits, takeTimeOut } from "./bets";
import * as s from "./state";

const DAY = 24 * 60;
const BREAKS = [
  { words: "timeout.day", minutes: DAY },
  { words: "timeout.week", minutes: 7 * DAY },
  { words: "timeout.weeks", minutes: 6 * 7 * DAY },
] as const;

/** What players set for themselves; the house keeps to it, whatever a page does. */
export function OwnLimits() {
  return (
    <div class="own-limits">
      <Limits />
      <Breaks />
    </div>
  );
}

function Limits() {
  const own = s.seat.value?.own_limits;
  const asked = s.seat.value?.asked_limits;
  const shown = (cents: number | null | undefined) => (cents == null ? "" : money(cents));
  const [loss, setLoss] = useState(shown(own?.loss));
  const [stake, setStake] = useState(shown(own?.stake));
  const [minutes, setMinutes] = useState(own?.minutes ? String(own.minutes) : "");
  const [isSet, setIsSet] = useState(false);
  const amount = (text: string) => (text.trim() === "" ? null : inCents(text));
  const submit = async (event: Event) => {
    event.preventDefault();
    const wanted = {
      loss: amount(loss),
      stake: amount(stake),
      minutes: minutes.trim() === "" ? null : Number(minutes),
    };
    setIsSet((await setOwnLimits(wanted)).accepted);
  };
  const field = (words: string, value: string, set: (text: string) => void) => (
    <label>
      {words}
      <input
        inputMode="decimal"
        value={value}
        placeholder={t("limits.none")}
        onInput={(event) => {
          set(event.currentTarget.value);
          setIsSet(false);
        }}
      />
    </label>
  );
  return (
    <section>
      <p class="hint">{t("limits.what")}</p>
      <form onSubmit={(event) => void submit(event)}>
        {field(t("limits.loss"), loss, setLoss)}
        {field(t("limits.stake"), stake, setStake)}
        {field(t("limits.minutes"), minutes, setMinutes)}
        <button type="submit" class="primary" disabled={!s.isUp.value || !s.seat.value}>
          {t("limits.set")}
        </button>
      </form>
      {asked ? (
        <p role="status">
          {t("limits.asked", { time: dateAndTime(asked.from_ms, language.value) })}
        </p>
      ) : isSet ? (
        <p role="status">{t("limits.saved")}</p>
      ) : null}
    </section>
  );
}

type Step = { words: string; run: () => Promise<unknown> } | null;

/** Breaks, each said again before it begins: none can be taken back. */
function Breaks() {
  const [sure, setSure] = useState<Step>(null);
  const until = s.seat.value?.time_out_ms;
  const cannot = !s.isUp.value || !s.seat.value || s.seat.value.excluded;
  return (
    <section>
      <h3>{t("timeout")}</h3>
      <p class="hint">{t("timeout.what")}</p>
      {until ? (
        <p role="status">{t("timeout.until", { time: dateAndTime(until, language.value) })}</p>
      ) : null}
      <div class="amounts">
        {BREAKS.map(({ words, minutes }) => (
          <button
            key={words}
            type="button"
            disabled={cannot}
            onClick={() =>
              setSure({
                words: t("sure.timeout", { length: t(words) }),
                run: () => takeTimeOut(minutes),
              })
            }
          >
            {t(words)}
          </button>
        ))}
      </div>
      <h3>{t("exclude")}</h3>
      <p class="hint">{t("exclude.what")}</p>
      <button
        type="button"
        disabled={cannot}
        onClick={() => setSure({ words: t("sure.exclude"), run: excludeSelf })}
      >
        {t("exclude")}
      </button>
      {sure ? (
        <div class="sure" role="group" aria-label={sure.words}>
          <p class="row">
            <button type="button" onClick={() => setSure(null)}>
              {t("back")}
            </button>
            <button
              type="button"
              class="primary"
              onClick={() => {
                void sure.run();
                setSure(null);
              }}
            >
              {sure.words}
            </button>
          </p>
        </div>
      ) : null}
    </section>
  );
}
