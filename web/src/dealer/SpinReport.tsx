import { useState } from "preact/hooks";
import { voidName } from "../console/books";
import { ReadBack } from "../console/ReadBack";
import { t } from "../lib/i18n";
import { alongRadios } from "../lib/radios";
import type { Irregularity, ReportSpin, VoidShown } from "../protocol";
import { book, staff } from "./state";

/** What is no matter of the ball's own way: it has steps of its own. */
const NOT_OF_A_SPIN = new Set<string>([
  "bonus-number-dark",
  "power-failure",
  "no-spin",
  "uncovered",
]);

/** Whether it is seen from the ball and the wheel. */
export function happensToABall({ what }: VoidShown): boolean {
  return !NOT_OF_A_SPIN.has(what);
}

const TIMES = [1, 2, 3, 4, 5, 6];

function timesOf(times: number): string {
  return times === TIMES.length ? `${times}+` : String(times);
}

interface Props {
  onSend: (command: ReportSpin) => Promise<boolean>;
}

/** What the ball and the wheel did: the voids of the book follow from it by themselves. */
export function SpinReport({ onSend }: Props) {
  const [direction, setDirection] = useState<"opposite" | "with-wheel" | null>(null);
  const [times, setTimes] = useState<number | null>(null);
  const [happened, setHappened] = useState<readonly Irregularity[]>([]);
  const [reason, setReason] = useState("");
  const [sure, setSure] = useState(false);
  const [busy, setBusy] = useState(false);
  const all = (book.value?.voids ?? []).filter(happensToABall);
  const changed = (work: () => void) => {
    setSure(false);
    work();
  };
  // What the book will make of it, told beforehand; the house decides.
  const what = [
    ...happened,
    ...(direction === "with-wheel" ? ["ball-with-wheel"] : []),
    ...(times !== null && times < (book.value?.spin.revolutions_min ?? 0)
      ? ["too-few-revolutions"]
      : []),
  ];
  const voiding = all.filter((each) => what.includes(each.what));
  const needsReason = staff.value?.may_void.some((each) => each.reason_needed) ?? false;
  const reported = [
    direction === null ? "" : t(`dealer.spin.${direction}`),
    times === null ? "" : t("dealer.spin.times", { times: timesOf(times) }),
  ].filter(Boolean);
  const isEmpty = direction === null && times === null && !happened.length;
  const send = async () => {
    setBusy(true);
    await onSend({
      type: "report-spin",
      direction,
      revolutions: times,
      happened,
      reason: reason.trim() || null,
    });
    setBusy(false);
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (busy || isEmpty) return;
        if (sure) void send();
        else setSure(true);
      }}
    >
      <p class="lead">{t("dealer.spin.what")}</p>
      <div
        class="picks"
        role="radiogroup"
        onKeyDown={alongRadios}
        aria-label={t("dealer.spin.direction")}
      >
        <span class="picks-label">{t("dealer.spin.direction")}</span>
        {(["opposite", "with-wheel"] as const).map((each) => (
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={direction === each}
            onClick={() => changed(() => setDirection(direction === each ? null : each))}
          >
            {t(`dealer.spin.${each}`)}
          </button>
        ))}
      </div>
      <div
        class="picks"
        role="radiogroup"
        onKeyDown={alongRadios}
        aria-label={t("dealer.spin.revolutions")}
      >
        <span class="picks-label">{t("dealer.spin.revolutions")}</span>
        {TIMES.map((each) => (
          <button
            key={each}
            type="button"
            role="radio"
            aria-checked={times === each}
            onClick={() => changed(() => setTimes(times === each ? null : each))}
          >
            {timesOf(each)}
          </button>
        ))}
      </div>
      <fieldset class="ticks" aria-label={t("dealer.spin.happened")}>
        <legend>{t("dealer.spin.happened")}</legend>
        {all.map((each) => {
          const what = each.what as Irregularity;
          return (
            <label key={each.clause}>
              <input
                type="checkbox"
                checked={happened.includes(what)}
                onChange={(event) => {
                  const on = event.currentTarget.checked;
                  changed(() =>
                    setHappened(on ? [...happened, what] : happened.filter((one) => one !== what)),
                  );
                }}
              />
              <b>{each.clause}</b>
              <span>{voidName(each.what, each.says)}</span>
            </label>
          );
        })}
      </fieldset>
      {needsReason ? (
        <label>
          {t("form.reason")}
          <input
            type="text"
            autoComplete="off"
            value={reason}
            onInput={(event) => {
              const text = event.currentTarget.value;
              changed(() => setReason(text));
            }}
          />
        </label>
      ) : null}
      {sure ? (
        <ReadBack busy={busy} onBack={() => setSure(false)}>
          <p>
            {reported.join(" · ")}
            {reported.length ? ". " : ""}
            {voiding.length
              ? t("dealer.spin.voids", { clauses: voiding.map((each) => each.clause).join(", ") })
              : t("dealer.spin.valid")}
          </p>
        </ReadBack>
      ) : (
        <button type="submit" class="primary" disabled={busy || isEmpty}>
          {t("dealer.spin.send")}
        </button>
      )}
    </form>
  );
}
