import { Dot } from "../console/Dot";
import { chipsName } from "../console/stacks";
import { t } from "../lib/i18n";
import { money } from "../lib/money";
import type { PlayerView } from "../protocol";
import { staff } from "./state";

/** Who plays at the table, with what they own, have in play, and what is held for them. */
export function PlayersHere() {
  const players = staff.value?.players ?? [];
  return (
    <section class="card" aria-label={t("pit.players")}>
      <h3>{t("pit.players")}</h3>
      {players.length ? (
        <dl class="sums">
          {players.map((each) => (
            <div key={each.player}>
              <dt>
                <Dot colour={each.colour} /> {each.player}
              </dt>
              <dd>{sums(each)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p class="hint">{t("pit.players.none")}</p>
      )}
    </section>
  );
}

function sums({ purse, staked, held }: PlayerView): string {
  const owns = Object.entries(purse).map(([kind, sum]) => `${chipsName(kind)} ${money(sum)}`);
  const all = Object.values(staked).reduce((so, each) => so + each, 0);
  return [
    ...owns,
    ...(all ? [t("player.staked", { amount: money(all) })] : []),
    ...(held ? [t("pit.players.held", { amount: money(held) })] : []),
  ].join(" · ");
}
