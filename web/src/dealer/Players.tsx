import { COLOURS } from "../console/colours";
import { Dot } from "../console/Dot";
import { Form } from "../console/Form";
import { named, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { PlayerView } from "../protocol";
import { PlayerForms } from "./PlayerForms";
import { act, book, chosen, placing, player, players, sum } from "./state";

/** Who sits here, what they have, and what can be done for one of them. */
export function Players() {
  return (
    <aside class="players" aria-label={t("players.all")}>
      <header>
        <h2>{t("players.all")}</h2>
        <p>{t("players", { count: players.value.filter((each) => each.seated).length })}</p>
      </header>
      <ul class="player-list">
        {players.value.map((each) => (
          <li key={each.player}>
            <Row each={each} />
          </li>
        ))}
        {players.value.length ? null : <li class="none">{t("players.none")}</li>}
      </ul>
      {player.value ? <PlayerForms key={player.value.player} who={player.value} /> : <Seat />}
    </aside>
  );
}

function Row({ each }: { each: PlayerView }) {
  const isChosen = chosen.value === each.player;
  return (
    <button
      type="button"
      class="player-row"
      aria-pressed={isChosen}
      onClick={() => {
        placing.value = null;
        chosen.value = isChosen ? null : each.player;
      }}
    >
      <Dot colour={each.colour} />
      <span class="player-name">
        <b>{each.player}</b>
        <small>
          {[
            each.seated ? null : t("player.left"),
            each.value === null ? null : t("player.value", { amount: money(each.value) }),
            each.marker ? t("player.marker") : null,
            each.warned ? t("player.warned") : null,
            each.held ? t("player.held", { amount: money(each.held) }) : null,
          ]
            .filter(Boolean)
            .join(" · ")}
        </small>
      </span>
      <span class="player-sums">
        <b>{money(sum(each.purse))}</b>
        <small>{t("player.staked", { amount: money(sum(each.staked)) })}</small>
      </span>
    </button>
  );
}

/** Somebody sits down. */
function Seat() {
  const hasColours = book.value?.stakes.includes("colour-chips") ?? false;
  const taken = new Set(players.value.map((each) => each.colour));
  const free = COLOURS.filter((each) => !taken.has(each));
  return (
    <section class="player-forms" aria-label={t("player.seat")}>
      <h3>{t("player.seat")}</h3>
      <Form
        fields={[
          { name: "player", kind: "text", label: t("staff.name") },
          ...(hasColours
            ? [
                {
                  name: "colour",
                  kind: "pick" as const,
                  label: t("player.colour"),
                  optional: true,
                  options: free.map((each) => ({
                    value: each,
                    words: named("chip-colour", each, each),
                  })),
                },
              ]
            : []),
          { name: "identity", kind: "text", label: t("player.identity"), optional: true },
        ]}
        submit={t("player.seat")}
        onSubmit={async (values) => {
          const name = (values.player ?? "").trim();
          const done = await act({
            type: "take-seat",
            player: name,
            colour: values.colour || null,
            identity: values.identity?.trim() || null,
          });
          if (done) chosen.value = name;
          return done;
        }}
      />
    </section>
  );
}
