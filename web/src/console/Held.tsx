import { useEffect, useState } from "preact/hooks";
import { get } from "../lib/api";
import { timeOfDay } from "../lib/clock";
import { language, named, t } from "../lib/i18n";
import type { Recalled, Step, TableView } from "../protocol";

const HOLDS = new Set(["round.referred", "round.suspended", "round.interrupted"]);

/** Why a round is held, by whom and since when, as the record has it. */
export function Held({ table: { table, round, waiting } }: { table: TableView }) {
  const [why, setWhy] = useState<Step | null>(null);
  useEffect(() => {
    setWhy(null);
    if (waiting === null) return;
    get<Recalled>(`/api/tables/${encodeURIComponent(table)}/rounds/${round}`, "staff").then(
      ({ steps }) => setWhy(steps.filter((each) => HOLDS.has(each.name)).at(-1) ?? null),
      () => undefined,
    );
  }, [table, round, waiting]);
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
