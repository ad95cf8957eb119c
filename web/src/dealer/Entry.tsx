import { useEffect, useState } from "preact/hooks";
import { allowed } from "../console/words";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { roundWaits } from "./Asked";
import { act, dark, isBusy, staff, view } from "./state";

/** So long a second press counts for nothing: reading back is a look at the wheel, not an echo. */
const LOOK_AGAIN_MS = 900;

/** Result entry: the number, then the same number once more, read from the wheel again. */
export function Entry({ book }: { book: Book }) {
  const called = staff.value?.called ?? null;
  const isCalled = view.value?.phase === "called";
  const canCall = allowed(staff.value, "call-outcome");
  const canConfirm = allowed(staff.value, "confirm-outcome");
  const [typed, setTyped] = useState("");
  const [again, setAgain] = useState(false);
  const [resting, setResting] = useState(false);
  useEffect(() => {
    setAgain(false);
    setResting(isCalled);
    if (!isCalled) return;
    const done = setTimeout(() => setResting(false), LOOK_AGAIN_MS);
    return () => clearTimeout(done);
  }, [isCalled, called]);
  if (!canCall && !canConfirm) return null;
  const readBack = isCalled && !again;
  const enter = (number: string) => {
    setTyped("");
    if (readBack) void act({ type: "confirm-outcome", number });
    else void act({ type: "call-outcome", number });
  };
  const isDrawn = staff.value?.own_wheel ?? false;
  if (isDrawn && !readBack)
    return (
      <section class="entry" id="entry" aria-label={t("dealer.entry")}>
        <button
          type="button"
          class="step-big"
          disabled={isBusy.value}
          onClick={() => void act({ type: "call-outcome" })}
        >
          {t("dealer.entry.drawn")}
        </button>
      </section>
    );
  const known = book.pockets.find((each) => each.toLowerCase() === typed.trim().toLowerCase());
  const shut = isBusy.value || resting;
  return (
    <section
      class={`entry ${readBack && !roundWaits.value ? "is-reading" : ""}`}
      id="entry"
      aria-label={t("dealer.entry")}
    >
      <header>
        {readBack && roundWaits.value ? <p class="hint">{t("approval.awaited")}</p> : null}
        <h2>{t(readBack ? "dealer.entry.back" : "dealer.entry.first")}</h2>
        {readBack ? (
          <p>
            {t("dealer.entry.called", { number: called ?? "" })}
            {isDrawn ? null : (
              <button type="button" class="quiet" onClick={() => setAgain(true)}>
                {t("dealer.entry.again")}
              </button>
            )}
          </p>
        ) : null}
        <form
          class="typed"
          onSubmit={(event) => {
            event.preventDefault();
            if (known && !shut) enter(known);
          }}
        >
          <input
            value={typed}
            maxLength={3}
            aria-label={t("dealer.entry.typed")}
            placeholder={t("dealer.entry.typed")}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
          <button type="submit" disabled={!known || shut}>
            {t("dealer.entry.enter")}
          </button>
        </form>
      </header>
      <div class="pad" role="group" aria-label={t("dealer.entry.pad")}>
        {book.pockets.map((number) => (
          <button
            key={number}
            type="button"
            class={`pocket is-${book.colours[number]}`}
            disabled={shut}
            onClick={() => enter(number)}
          >
            {number}
          </button>
        ))}
      </div>
    </section>
  );
}

/** After the draw: all lit, or which of them stayed dark. */
export function LightsReport({ book }: { book: Book }) {
  const drawn = staff.value?.drawn ?? null;
  if (drawn === null || staff.value?.lit || !allowed(staff.value, "report-lights")) return null;
  const marked = dark.value;
  const toggle = (number: string) => {
    dark.value = marked.includes(number)
      ? marked.filter((one) => one !== number)
      : [...marked, number];
  };
  return (
    <section class="entry" aria-label={t("dealer.lights")}>
      <header>
        <h2>{t("dealer.lights")}</h2>
        <p>{t("dealer.lights.what")}</p>
      </header>
      <div class="pad is-lights" role="group" aria-label={t("dealer.lights.dark")}>
        {drawn.map((number) => (
          <button
            key={number}
            type="button"
            class={`pocket is-lit is-${book.colours[number]}`}
            aria-pressed={marked.includes(number)}
            onClick={() => toggle(number)}
          >
            {number}
            <small>{marked.includes(number) ? t("dealer.lights.is-dark") : ""}</small>
          </button>
        ))}
      </div>
      {marked.length ? (
        <button
          type="button"
          class="step-big danger"
          disabled={isBusy.value}
          onClick={() => void act({ type: "report-lights", dark: marked })}
        >
          {t("dealer.lights.some", { numbers: marked.join(" ") })}
        </button>
      ) : null}
    </section>
  );
}
