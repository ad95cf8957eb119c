import { voidName } from "../console/books";
import { Decision } from "../console/Decision";
import { Form, type Option } from "../console/Form";
import { Confirmed } from "../console/ReadBack";
import { stakedBy } from "../console/stacks";
import { VoidForm } from "../console/VoidForm";
import { named, t } from "../lib/i18n";
import type { Command, VoidShown } from "../protocol";
import { unpaid } from "./paying";
import { happensToABall, SpinReport } from "./SpinReport";
import { act, book, players, staff } from "./state";

interface Props {
  command: string;
  onDone: () => void;
}

/** What a step asks for before it is taken; what ends a round is read back. */
export function StepForm({ command, onDone }: Props) {
  const send = async (asked: Command) => {
    const done = await act(asked);
    if (done) onDone();
    return done;
  };
  switch (command) {
    case "report-spin":
      return <SpinReport onSend={send} />;
    case "void-round":
      return (
        <VoidForm
          staff={staff.value}
          onSend={(clause, reason) => send({ type: "void-round", clause, reason })}
        />
      );
    case "declare-interruption":
      return (
        <Reasoned
          hint={t("interruption.what")}
          readBack={(reason) => t("interruption.back", { reason })}
          onSend={(reason) => send({ type: "declare-interruption", reason })}
        />
      );
    case "call-no-spin":
      return staff.value?.reason_needed ? (
        <Reasoned
          hint={t("dealer.no-spin.what")}
          suggestions={voids().map((each) => voidName(each.what, each.says))}
          readBack={(reason) => t("dealer.no-spin.back", { reason })}
          onSend={(reason) => send({ type: "call-no-spin", reason })}
        />
      ) : (
        <Sure
          words={t("dealer.no-spin.sure")}
          onBack={onDone}
          onConfirm={() => send({ type: "call-no-spin" })}
        />
      );
    case "report-rest":
      return (
        <Sure
          words={t("dealer.stranded.sure")}
          onBack={onDone}
          onConfirm={() => send({ type: "report-rest" })}
        />
      );
    case "open-bets":
      return (
        <Sure
          words={t("dealer.unpaid.sure", { count: unpaid.value.length })}
          onBack={onDone}
          onConfirm={() => send({ type: "open-bets" })}
        />
      );
    case "refer":
      return (
        <Reasoned
          hint={t("dealer.refer.what")}
          onSend={(reason) => send({ type: "refer", reason })}
        />
      );
    case "suspend-round":
      return (
        <Reasoned
          hint={t("dealer.suspend.what")}
          onSend={(reason) => send({ type: "suspend-round", reason })}
        />
      );
    case "abandon-round":
      return (
        <Reasoned
          hint={t("dealer.abandon.what")}
          readBack={(reason) => t("dealer.abandon.back", { reason })}
          onSend={(reason) => send({ type: "abandon-round", reason })}
        />
      );
    case "state-ball":
      return (
        <Choice
          hint={t("dealer.ball.what")}
          name="rests"
          options={[
            { value: "yes", words: t("dealer.ball.rests") },
            { value: "no", words: t("dealer.ball.not") },
          ]}
          onSend={(rests) => send({ type: "state-ball", rests: rests === "yes" })}
        />
      );
    case "decide-referral":
      return (
        <>
          <p class="lead">{t("dealer.decide.what")}</p>
          <Decision
            book={book.value}
            stakes={stakedBy(players.value)}
            onSend={(decided) => send({ type: "decide-referral", ...decided })}
          />
        </>
      );
    default:
      return null;
  }
}

function voids(): readonly VoidShown[] {
  return (book.value?.voids ?? []).filter(happensToABall);
}

interface SureProps {
  words: string;
  onBack: () => void;
  onConfirm: () => Promise<boolean>;
}

/** Nothing is asked for: what is about to happen is read back at once. */
function Sure({ words, ...rest }: SureProps) {
  return <Confirmed submit={t("form.do")} words={words} asked={true} {...rest} />;
}

interface ReasonedProps {
  hint: string;
  suggestions?: readonly string[];
  readBack?: (reason: string) => string;
  onSend: (reason: string) => Promise<boolean>;
}

function Reasoned({ hint, suggestions, readBack, onSend }: ReasonedProps) {
  return (
    <>
      <p class="lead">{hint}</p>
      <Form
        fields={[{ name: "reason", kind: "text", label: t("form.reason"), suggestions }]}
        submit={t("form.do")}
        readBack={readBack ? (values) => readBack(values.reason ?? "") : undefined}
        onSubmit={(values) => onSend((values.reason ?? "").trim())}
      />
    </>
  );
}

interface ChoiceProps {
  hint: string;
  name: string;
  options: readonly Option[];
  onSend: (value: string) => Promise<boolean>;
}

function Choice({ hint, name, options, onSend }: ChoiceProps) {
  return (
    <>
      <p class="lead">{hint}</p>
      <Form
        fields={[{ name, kind: "pick", label: named("form", name, t("form.choice")), options }]}
        submit={t("form.do")}
        readBack={(values) => options.find((each) => each.value === values[name])?.words ?? ""}
        onSubmit={(values) => onSend(values[name] ?? "")}
      />
    </>
  );
}
