import { useState } from "preact/hooks";
import type { Book } from "../felt/book";
import { ChipFace } from "../felt/Chip";
import { toned } from "../felt/chips";
import { t } from "../lib/i18n";
import { compact, money } from "../lib/money";
import { alongRadios } from "../lib/radios";
import { bets, canUndo, chip, clear, undo } from "./state";

const SHOWN = 6;

/** The chips to build a spread of, and what can be done to it. */
export function Tray({ book }: { book: Book }) {
  return (
    <div class="tray">
      <div class="tray-chips" role="radiogroup" aria-label={t("chips")} onKeyDown={alongRadios}>
        {toned(book.chips.slice(0, SHOWN), book.chips).map(({ cents, tone }) => (
          <button
            key={cents}
            type="button"
            role="radio"
            aria-checked={chip.value === cents}
            tabindex={chip.value === cents ? 0 : -1}
            aria-label={t("chip.of", { amount: money(cents) })}
            onClick={() => {
              chip.value = cents;
            }}
          >
            <svg viewBox="-24 -24 48 48" aria-hidden="true">
              <ChipFace r={21} tone={tone} value={compact(cents)} />
            </svg>
          </button>
        ))}
      </div>
      <div class="tray-actions">
        <button type="button" disabled={!canUndo.value} onClick={undo}>
          {t("action.undo")}
        </button>
        <button type="button" disabled={!bets.value.length} onClick={clear}>
          {t("action.clear")}
        </button>
        <Share />
      </div>
    </div>
  );
}

const TOLD_MS = 2500;

function Share() {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      onClick={async () => {
        try {
          await navigator.clipboard.writeText(location.href);
        } catch {
          // Where nothing may be copied the address line has it all the same.
          return;
        }
        setCopied(true);
        setTimeout(() => setCopied(false), TOLD_MS);
      }}
    >
      <span aria-live="polite">{t(copied ? "odds.copied" : "odds.share")}</span>
    </button>
  );
}
