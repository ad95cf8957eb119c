import { ChipFace } from "../felt/Chip";
import { named, t } from "../lib/i18n";
import { compact, money } from "../lib/money";
import { alongRadios } from "../lib/radios";
import { DrainingLine } from "../parts/Ring";
import { chip, chipsKind, choose, isOpen, racks, seat, view, wanted } from "./state";

/** The chips to play with; the line round them drains while bets are open. */
export function ChipRail() {
  const now = view.value;
  const timed = isOpen.value && now?.closes_ms != null ? now : null;
  const purse = seat.value?.purse ?? {};
  const kinds = Object.keys(purse).filter((kind) => (purse[kind] ?? 0) > 0);
  return (
    <div class="chip-rail">
      <DrainingLine from={timed?.since_ms ?? null} until={timed?.closes_ms ?? null} />
      <div class="chips" role="radiogroup" aria-label={t("chips")} onKeyDown={alongRadios}>
        {racks.value.map(({ cents, tone }) => (
          <button
            key={cents}
            type="button"
            role="radio"
            class="chip-button"
            aria-checked={chip.value === cents}
            tabindex={chip.value === cents ? 0 : -1}
            aria-label={t("chip.of", { amount: money(cents) })}
            onClick={() => choose(cents)}
          >
            <svg viewBox="-26 -26 52 52" aria-hidden="true">
              <circle cx="1.5" cy="3" r="23" class="chip-shadow" />
              <ChipFace r={23} tone={tone} value={compact(cents)} />
            </svg>
          </button>
        ))}
      </div>
      {kinds.length > 1 ? (
        <button
          type="button"
          class="quiet kind"
          onClick={() => {
            wanted.value = kinds.find((kind) => kind !== chipsKind.value) ?? null;
          }}
        >
          {named("chips", chipsKind.value ?? "", chipsKind.value ?? "")}
        </button>
      ) : null}
    </div>
  );
}
