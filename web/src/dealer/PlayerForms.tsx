import { signal } from "@preact/signals";
import { bought, buyFields, colourFields, terms } from "../console/buying";
import { cents, type Field, Form, type Values } from "../console/Form";
import { Tabs } from "../console/Tabs";
import { t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import type { Command, PlayerView } from "../protocol";
import { chipsFor, Wagers } from "./FeltForms";
import { act, book, chosen, players, sum } from "./state";

type Tab = "wagers" | "buy" | "change" | "out";
const tab = signal<Tab>("wagers");

/** What the dealer does for one player. */
export function PlayerForms({ who }: { who: PlayerView }) {
  const kinds = book.value?.stakes ?? [];
  const tabs: readonly { id: Tab; words: string }[] = [
    { id: "wagers", words: t("player.wagers") },
    { id: "buy", words: t("buy-in") },
    ...(kinds.length > 1 ? [{ id: "change" as const, words: t("player.change") }] : []),
    { id: "out", words: t("cash-out") },
  ];
  const now = tabs.some((each) => each.id === tab.value) ? tab.value : "wagers";
  return (
    <section class="player-forms" aria-label={who.player}>
      <Tabs label={who.player} tabs={tabs} now={tab} />
      {now === "wagers" ? <Wagers who={who} /> : null}
      {now === "buy" ? <Buy who={who} /> : null}
      {now === "change" ? <Change who={who} /> : null}
      {now === "out" ? <Out who={who} /> : null}
    </section>
  );
}

function Buy({ who }: { who: PlayerView }) {
  return (
    <>
      <Form
        key="buy"
        fields={buyFields(book.value, who, players.value)}
        submit={t("buy-in")}
        onSubmit={(values) => act(bought(book.value, who.player, values))}
      />
      <h3>{t("redeem")}</h3>
      <Form
        key="voucher"
        fields={[{ name: "voucher", kind: "text", label: t("voucher.number") }]}
        submit={t("redeem")}
        primary={false}
        onSubmit={(values) =>
          act({
            type: "redeem-voucher",
            player: who.player,
            voucher: (values.voucher ?? "").trim(),
          })
        }
      />
    </>
  );
}

function Change({ who }: { who: PlayerView }) {
  return (
    <Form
      fields={[
        {
          name: "into",
          kind: "pick",
          label: t("player.into"),
          options: [
            { value: "colour-chips", words: t("chips.colour-chips") },
            { value: "cash-chips", words: t("chips.cash-chips") },
          ],
        },
        { name: "amount", kind: "money", label: t("amount") },
        ...colourFields(who, players.value),
      ]}
      submit={t("player.change")}
      onSubmit={(values) => {
        const into = values.into === "colour-chips" ? "colour-chips" : "cash-chips";
        const of = into === "colour-chips" ? terms(values) : {};
        return act({
          type: "change-chips",
          player: who.player,
          into,
          amount: cents(values),
          ...of,
        });
      }}
    />
  );
}

function Out({ who }: { who: PlayerView }) {
  const has = sum(who.purse);
  const paid: Field = {
    name: "paid",
    kind: "pick",
    label: t("player.paid"),
    value: "cash",
    // A voucher's number shows on the player's own terminal, and nowhere else.
    options: [
      { value: "cash", words: t("paid.cash") },
      ...(book.value?.stakes.includes("credits")
        ? [{ value: "voucher", words: t("paid.voucher") }]
        : []),
    ],
  };
  const payments = (paid.options?.length ?? 0) > 1 ? [paid] : [];
  const kind = (values: Values) => (values.paid === "voucher" ? "voucher" : "cash");
  const colour = who.purse["colour-chips"] ?? 0;
  return (
    <>
      {colour ? (
        <Form
          key="up"
          fields={[]}
          submit={t("player.colour-up", { amount: money(colour) })}
          onSubmit={() =>
            act({ type: "change-chips", player: who.player, into: "cash-chips", amount: colour })
          }
        />
      ) : null}
      <Form
        key="out"
        label={t("cash-out")}
        fields={[
          {
            name: "amount",
            kind: "money",
            label: t("player.all-of", { amount: money(has) }),
            optional: true,
          },
          ...payments,
        ]}
        submit={t("cash-out")}
        primary={!colour}
        disabled={has === 0}
        readBack={(values) =>
          t("player.out.back", {
            player: who.player,
            amount: money(inCents(values.amount ?? "") ?? has),
            paid: t(`paid.${kind(values)}`),
          })
        }
        onSubmit={(values) => {
          const amount = inCents(values.amount ?? "");
          const chips = amount === null ? null : chipsFor(who, amount);
          return act({ type: "cash-out", player: who.player, amount, chips, paid: kind(values) });
        }}
      />
      {who.held ? (
        <>
          <h3>{t("player.held", { amount: money(who.held) })}</h3>
          <Form
            key="held"
            fields={[
              {
                ...paid,
                options: [...(paid.options ?? []), { value: "chips", words: t("chips") }],
              },
            ]}
            submit={t("collect")}
            primary={false}
            onSubmit={(values) => {
              const how = values.paid === "chips" ? "chips" : kind(values);
              return act({ type: "collect-held", player: who.player, paid: how });
            }}
          />
        </>
      ) : null}
      {who.seated ? <Leave who={who} /> : null}
    </>
  );
}

function Leave({ who }: { who: PlayerView }) {
  const command: Command = { type: "leave-seat", player: who.player };
  return (
    <Form
      fields={[]}
      submit={t("step.leave-seat")}
      primary={false}
      readBack={() => t("player.leave.back", { player: who.player })}
      onSubmit={async () => {
        const done = await act(command);
        if (done) chosen.value = null;
        return done;
      }}
    />
  );
}
