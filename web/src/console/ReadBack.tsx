import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../lib/i18n";

const DEAD_MS = 600;

interface Props {
  busy?: boolean | undefined;
  onBack: () => void;
  children: ComponentChildren;
}

/** What is confirmed by the form around it; not by the second tap that follows the first. */
export function ReadBack({ busy, onBack, children }: Props) {
  const [dead, setDead] = useState(true);
  useEffect(() => {
    const over = setTimeout(() => setDead(false), DEAD_MS);
    return () => clearTimeout(over);
  }, []);
  return (
    <div class="read-back" role="alert">
      {children}
      <button type="button" onClick={onBack}>
        {t("form.back")}
      </button>
      <button type="submit" class="danger" disabled={busy || dead}>
        {t("form.confirm")}
      </button>
    </div>
  );
}

interface ConfirmedProps {
  /** What the first press says. */
  submit: string;
  words: string;
  /** Whether it is read back as soon as it is shown. */
  asked?: boolean;
  class?: string;
  onBack?: () => void;
  onConfirm: () => Promise<unknown>;
}

/** One button whose press is read back before it does anything. */
export function Confirmed(props: ConfirmedProps) {
  const { submit, words, asked = false, class: name = "", onBack, onConfirm } = props;
  const [isAsked, setAsked] = useState(asked);
  const [busy, setBusy] = useState(false);
  const go = async () => {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setAsked(asked);
  };
  return (
    <form
      class="fields"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isAsked) setAsked(true);
        else if (!busy) void go();
      }}
    >
      {isAsked ? (
        <ReadBack busy={busy} onBack={onBack ?? (() => setAsked(false))}>
          <p>{words}</p>
        </ReadBack>
      ) : (
        <button type="submit" class={name}>
          {submit}
        </button>
      )}
    </form>
  );
}
