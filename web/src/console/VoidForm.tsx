import { t } from "../lib/i18n";
import type { StaffView } from "../protocol";
import { voidName } from "./books";
import { Form } from "./Form";

interface Props {
  staff: StaffView | null;
  onSend: (clause: string, reason: string | null) => Promise<boolean>;
}

/** The clauses by which the house would take a void of this round now, from this person. */
export function VoidForm({ staff, onSend }: Props) {
  const all = staff?.may_void ?? [];
  const find = (clause: string | undefined) => all.find((each) => each.clause === clause);
  return (
    <Form
      fields={(values) => [
        {
          name: "clause",
          kind: "pick",
          list: true,
          label: t("dealer.void.clause"),
          options: all.map((each) => ({
            value: each.clause,
            words: `${each.clause} · ${voidName(each.what, each.says)}`,
          })),
        },
        {
          name: "reason",
          kind: "text",
          label: t("form.reason"),
          optional: !find(values.clause)?.reason_needed,
        },
      ]}
      submit={t("dealer.void.do")}
      readBack={({ clause, reason }) => {
        const found = find(clause);
        const what = found ? voidName(found.what, found.says) : "";
        return [t("dealer.void.back", { clause: clause ?? "", what }), reason]
          .filter(Boolean)
          .join(" ");
      }}
      onSubmit={({ clause, reason }) => onSend(clause ?? "", reason?.trim() || null)}
    />
  );
}
