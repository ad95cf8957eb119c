import { computed, signal } from "@preact/signals";
import { house, me } from "../console/session";
import { stepName } from "../console/words";
import { houseNow, tick } from "../lib/clock";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { ApprovalView } from "../protocol";
import { tableId, view } from "./state";

const TOLD_MS = 30 * 60_000;
/** What was decided and is read. */
const read = signal<ReadonlySet<number>>(new Set());

/** What whoever is here asked a second person for, at this table. */
const own = computed(() =>
  (house.floor.value?.approvals ?? []).filter(
    (each) => each.asked_by === me.value?.name && each.table === tableId,
  ),
);

/** Whether the round in play waits for one of them. */
export const roundWaits = computed(() =>
  own.value.some((each) => each.verdict === "pending" && each.round === view.value?.round),
);

/** What waits for a second person with the time that is left, and what became of it. */
export function Asked() {
  tick.value;
  const shown = own.value.filter(
    ({ id, verdict, asked_ms }) =>
      verdict === "pending" || (!read.value.has(id) && houseNow() - asked_ms < TOLD_MS),
  );
  return (
    <>
      {shown.map((each) => (
        <div key={each.id} class={`banner asked is-${each.verdict}`} role="status">
          <b>{summed(each)}</b>
          {each.why_not ? <q>{each.why_not}</q> : null}
          {each.verdict === "pending" ? (
            <small>
              {t("approvals.pending")} · {t("approvals.lapses", { minutes: left(each) })}
            </small>
          ) : (
            <>
              <small>
                {[named("approval", each.verdict, each.verdict), each.second]
                  .filter(Boolean)
                  .join(" · ")}
              </small>
              <button
                type="button"
                class="quiet"
                onClick={() => {
                  read.value = new Set([...read.value, each.id]);
                }}
              >
                {t("close")}
              </button>
            </>
          )}
        </div>
      ))}
    </>
  );
}

function left({ lapses_ms }: ApprovalView): number {
  return Math.max(0, Math.ceil((lapses_ms - houseNow()) / 60_000));
}

/** What was asked for, for whom and of how much. */
function summed({ command, what }: ApprovalView): string {
  const { player, amount } = what as { player?: string | null; amount?: number | null };
  const of = amount == null ? null : money(amount);
  return [stepName(command), player, of].filter(Boolean).join(" · ");
}
