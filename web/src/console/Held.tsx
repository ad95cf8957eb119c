import { useEffect, useState } from "preact/hooks";
import { get } from "../lib/api";
import { timeOfDay } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import type { Recalled, Step, TableView } from "../protocol";

const HOLDS = new Set(["round.referred", "round.suspended", "round.interrupted"]);

/** The last step that held a round, as the record has it. */
export function heldBy({ steps }: Recalled): Step | null {
  return steps.filter((each) => HOLDS.has(each.name)).at(-1) ?? null;
}

/** Why a round is held; nothing of one that is not. */
export function useHeldBy(table: string, round: number, waiting: string | null): Step | null {
  const [why, setWhy] = useState<Step | null>(null);
  useEffect(() => {
    setWhy(null);
    if (waiting === null) return;
    get<Recalled>(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`, "staff").then(
      (found) => setWhy(heldBy(found)),
      () => undefined,
    );
  }, [table, round, waiting]);
  return why;
}

/** The reason that somebody gave for holding a round. */
export function HeldFor({ table, round }: { table: string; round: number }) {
  const why = useHeldBy(table, round, "held");
  return why?.why ? <q class="why">{why.why}</q> : null;
}

/** Why a round is held, by whom and since when. */
export function Held({ table: { table, round, waiting } }: { table: TableView }) {
  const why = useHeldBy(table, round, waiting);
  if (!why) return null;
  return (
    <div class="banner held">
      <b>{named("recall", `event.${why.name}`, why.name)}</b>
      {why.why ? <q>{why.why}</q> : null}
      <small>
        {[
          why.who?.name,
          named("position", why.who?.position ?? "", ""),
          timeOfDay(why.at_ms, language.value),
          why.clause ? t("clause", { clause: why.clause }) : "",
        ]
          .filter(Boolean)
          .join(" · ")}
      </small>
    </div>
  );
}
