import { useEffect, useState } from "preact/hooks";
import { houseNow, untilNext } from "../lib/clock";
import { t } from "../lib/i18n";
import { money, signed } from "../lib/money";
import { Sheet } from "../parts/Sheet";
import { open } from "./Menu";
import { netOf } from "./speaking";
import * as s from "./state";

const MINUTE_MS = 60_000;

/** Minutes since the player sat down, by the house's clock. */
export function minutesPlayed(since_ms: number): number {
  return Math.max(0, Math.floor((houseNow() - since_ms) / MINUTE_MS));
}

/** Every so often the time and what it has cost, over everything until the player says to go on. */
export function RealityCheck() {
  const session = s.seat.value?.session;
  const every = s.house.hello.value?.reality_check_minutes ?? null;
  const since = session?.since_ms ?? null;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (since === null || every === null || isShown) return;
    const next = untilNext(houseNow() - since, every * MINUTE_MS);
    const due = setTimeout(() => setShown(true), next);
    return () => clearTimeout(due);
  }, [since, every, isShown]);
  if (!isShown || !session) return null;
  const done = () => setShown(false);
  return (
    <Sheet title={t("check.title")} onClose={done}>
      <p class="lead">{t("check.time", { minutes: minutesPlayed(session.since_ms) })}</p>
      <p class="check-net">{t("net", { net: signed(netOf(session)) })}</p>
      <p>
        {t("check.sums", {
          rounds: session.rounds,
          staked: money(session.staked),
          returned: money(session.returned),
        })}
      </p>
      <p class="row">
        <button
          type="button"
          onClick={() => {
            done();
            open({ sheet: "limits" });
          }}
        >
          {t("check.break")}
        </button>
        <button type="button" class="primary" onClick={done}>
          {t("check.on")}
        </button>
      </p>
    </Sheet>
  );
}
