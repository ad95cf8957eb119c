import { useComputed } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { acted, awake, gate } from "../console/session";
import { get } from "../lib/api";
import { language, t } from "../lib/i18n";
import type { Page, TrailLine } from "../protocol";
import { Lines } from "./Audit";
import { floor } from "./state";

const LIMIT = 12;

/** What was done of late, of one kind or of all: what one has just done is the first line. */
export function Lately({ kinds = "" }: { kinds?: string }) {
  const [lines, setLines] = useState<readonly TrailLine[] | null>(null);
  const stirred = useComputed(() => {
    const { alerts = [], approvals = [], tables = [] } = floor.value ?? {};
    const waits = tables.map(({ table }) => table.waiting ?? "").join();
    const undecided = approvals.filter((each) => each.verdict === "pending").length;
    return [acted.value, alerts.length, approvals.length, undecided, waits].join(" ");
  });
  const isIn = gate.value === "in";
  useEffect(() => {
    if (lines !== null && !awake()) return;
    const query = new URLSearchParams({ limit: String(LIMIT), ...(kinds ? { kinds } : {}) });
    get<Page>(`/api/audit?${query}`, "staff").then(
      (page) => setLines(page.lines),
      () => undefined,
    );
  }, [kinds, stirred.value, isIn, language.value]);
  return (
    <section class="lately" aria-label={t("lately")}>
      <h2>{t("lately")}</h2>
      {lines === null ? <p class="hint">{t("loading")}</p> : <Lines lines={lines} />}
    </section>
  );
}
