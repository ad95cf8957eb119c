import { useEffect } from "preact/hooks";
import { Confirmed } from "../console/ReadBack";
import { allowed } from "../console/words";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { roundWaits } from "./Asked";
import { again, enterNumber, isReadBack } from "./entering";
import { pocketOf, typedWith } from "./keys";
import { counts, isShut } from "./pressing";
import { act, dark, staff, typed, view } from "./state";

/** Result entry: the number, then the same number once more, read from the wheel again. */
export function Entry({ book }: { book: Book }) {
  const called = staff.value?.called ?? null;
  const isCalled = view.value?.phase === "called";
  const canEnter = ["call-outcome", "confirm-outcome"].some((each) => allowed(staff.value, each));
  useEffect(() => {
    again.value = false;
    typed.value = "";
    document.getElementById("entry")?.scrollIntoView({ block: "nearest" });
  }, [isCalled, called, canEnter]);
  const readBack = isReadBack();
  const isDrawn = staff.value?.own_wheel ?? false;
  if (!canEnter) return null;
  if (isDrawn && !readBack) return <Drawing />;
  const waits = readBack && roundWaits.value;
  const enter = (number: string | undefined) => {
    if (number && counts()) enterNumber(number);
  };
  return (
    <section
      class={`entry ${readBack && !waits ? "is-reading" : ""}`}
      id="entry"
      aria-label={t("dealer.entry")}
    >
      <header>
        {waits ? <p class="hint">{t("approval.awaited")}</p> : null}
        <h2>{t(readBack ? "dealer.entry.back" : "dealer.entry.first")}</h2>
        {readBack ? (
          <p>
            {t("dealer.entry.called", { number: called ?? "" })}
            {isDrawn ? null : (
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  again.value = true;
                }}
              >
                {t("dealer.entry.again")}
              </button>
            )}
          </p>
        ) : null}
        <Typed onEnter={enter} />
      </header>
      <div class="pad" role="group" aria-label={t("dealer.entry.pad")}>
        {book.pockets.map((number) => (
          <button
            key={number}
            type="button"
            class={`pocket is-${book.colours[number]}`}
            aria-disabled={isShut.value}
            onClick={() => enter(number)}
          >
            {number}
          </button>
        ))}
      </div>
    </section>
  );
}

/** A number that is the system's own to draw. */
function Drawing() {
  return (
    <section class="entry" id="entry" aria-label={t("dealer.entry")}>
      <button
        type="button"
        class="step-big"
        aria-disabled={isShut.value}
        onClick={() => {
          if (counts()) void act({ type: "call-outcome" });
        }}
      >
        {t("dealer.entry.drawn")}
      </button>
    </section>
  );
}

/** The number by keys: here, or anywhere on the page. */
function Typed({ onEnter }: { onEnter: (number: string | undefined) => void }) {
  const known = pocketOf(typed.value);
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(known);
      }}
    >
      <input
        value={typed.value}
        maxLength={3}
        inputMode="numeric"
        autoComplete="off"
        aria-label={t("dealer.entry.typed")}
        placeholder={t("dealer.entry.typed")}
        onInput={({ currentTarget }) => {
          typed.value = [...currentTarget.value].reduce(typedWith, "");
          currentTarget.value = typed.value;
        }}
      />
      <button type="submit" disabled={!known || isShut.value}>
        {t("dealer.entry.enter")}
      </button>
    </form>
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
        <Confirmed
          submit={t("dealer.lights.some", { numbers: marked.join(" ") })}
          words={t("dealer.lights.back", { numbers: marked.join(" ") })}
          class="step-big danger"
          onConfirm={() => act({ type: "report-lights", dark: marked })}
        />
      ) : null}
    </section>
  );
}
