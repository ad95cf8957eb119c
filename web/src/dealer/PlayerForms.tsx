import { signal } from "@preact/signals";
import { COLOURS } from "../console/colours";
import { cents, type Field, Form, type Values } from "../console/Form";
import { Tabs } from "../console/Tabs";
import { named, t } from "../lib/i18n";
import { inCents, money } from "../lib/money";
import type { Command, PlayerView } from "../protocol";
import { chipsFor, Wagers } from "./FeltForms";
import { act, book, chosen, players, sum } from "./state";

type Tab = "wagers" | "buy" | "change" | "out";
const tab = signal<Tab>("wagers");
type Chips = "cash-chips" | "colour-chips" | "credits";

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
      {now === "buy" ? <Buy who={who} kinds={kinds as readonly Chips[]} /> : null}
      {now === "change" ? <Change who={who} /> : null}
      {now === "out" ? <Out who={who} /> : null}
    </section>
  );
}

function colourFields(who: PlayerView): readonly Field[] {
  const taken = new Set(players.value.map((each) => each.colour));
  const free = COLOURS.filter((each) => each === who.colour || !taken.has(each));
  return [
    {
      name: "value",
      kind: "money",
      label: t("chip.value"),
      value: who.value === null ? "" : (who.value / 100).toFixed(2),
      optional: true,
    },
    {
      name: "colour",
      kind: "pick",
      label: t("player.colour"),
      value: who.colour ?? "",
      optional: true,
      options: free.map((each) => ({ value: each, words: named("chip-colour", each, each) })),
    },
  ];
}

function terms(values: Values) {
  return { value: inCents(values.value ?? ""), colour: values.colour || null };
}

function Buy({ who, kinds }: { who: PlayerView; kinds: readonly Chips[] }) {
  const first = kinds[0] ?? "cash-chips";
  const pick: Field = {
    name: "chips",
    kind: "pick",
    label: t("chips"),
    value: who.colour && kinds.includes("colour-chips") ? "colour-chips" : first,
    options: kinds.map((each) => ({ value: each, words: named("chips", each, each) })),
  };
  const colours = kinds.includes("colour-chips") ? colourFields(who) : [];
  return (
    <>
      <Form
        key="buy"
        fields={[
          { name: "amount", kind: "money", label: t("player.cash") },
          ...(kinds.length > 1 ? [pick] : []),
          ...colours,
        ]}
        submit={t("buy-in")}
        onSubmit={(values) => {
          const chips = (values.chips as Chips | undefined) ?? first;
          const of = chips === "colour-chips" ? terms(values) : {};
          return act({ type: "buy-in", player: who.player, amount: cents(values), chips, ...of });
        }}
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
        ...colourFields(who),
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
