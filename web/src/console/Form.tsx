import { useId, useRef, useState } from "preact/hooks";
import { t } from "../lib/i18n";
import { inCents } from "../lib/money";
import { alongRadios } from "../lib/radios";
import { ReadBack } from "./ReadBack";

export interface Option {
  readonly value: string;
  readonly words: string;
}

/** One thing to fill in. */
export interface Field {
  readonly name: string;
  readonly kind: "money" | "text" | "count" | "password" | "date" | "pick" | "several";
  readonly label: string;
  readonly value?: string | undefined;
  readonly optional?: boolean | undefined;
  /** The highest amount, in cents. */
  readonly most?: number | undefined;
  readonly options?: readonly Option[] | undefined;
  /** Shown as a list to open, however few there are. */
  readonly list?: boolean | undefined;
  /** Ready words for something that is typed. */
  readonly suggestions?: readonly string[] | undefined;
}

export type Values = Readonly<Record<string, string>>;

interface Props {
  /** What the form is for, where several stand side by side. */
  label?: string | undefined;
  /** Which may depend on what is filled in so far. */
  fields: readonly Field[] | ((values: Values) => readonly Field[]);
  submit: string;
  /** What is read back before it is done, for steps that take two presses; nothing if it cannot be. */
  readBack?: ((values: Values) => string | Promise<string | null>) | undefined;
  onSubmit: (values: Values) => Promise<unknown>;
  disabled?: boolean | undefined;
  primary?: boolean;
}

const BUTTONS_MOST = 4;

/** The amount in a field that was checked before. */
export function cents(values: Values, name = "amount"): number {
  return inCents(values[name] ?? "") ?? 0;
}

/** What is chosen in a field of several, which no option may have a comma in. */
export function chosen(text: string): readonly string[] {
  return text.split(",").filter(Boolean);
}

function filled(field: Field, text: string): boolean {
  if (text.trim() === "") return field.optional ?? false;
  if (field.kind === "money") {
    const amount = inCents(text);
    return amount !== null && amount <= (field.most ?? amount);
  }
  if (field.kind === "several") {
    return chosen(text).every((one) => (field.options ?? []).some((each) => each.value === one));
  }
  // What was picked may be offered no longer.
  if (field.kind === "pick") return (field.options ?? []).some((each) => each.value === text);
  if (field.kind === "count") return /^\d{1,6}$/.test(text.trim());
  return true;
}

/** A few fields and one button; what is dangerous is read back and pressed again. */
export function Form(props: Props) {
  const { label, submit, readBack, onSubmit, disabled, primary = true } = props;
  // Only what was touched: the rest shows what stands now, also when that changes.
  const [values, setValues] = useState<Values>({});
  const fields = typeof props.fields === "function" ? props.fields(values) : props.fields;
  const [asked, setAsked] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = useRef(values);
  shown.current = values;
  const whole = fields.every((each) => filled(each, values[each.name] ?? each.value ?? ""));
  const all = (): Values =>
    Object.fromEntries(fields.map((each) => [each.name, values[each.name] ?? each.value ?? ""]));
  const ask = async (words: Promise<string | null>) => {
    setBusy(true);
    const found = await words;
    setBusy(false);
    // What was changed meanwhile is asked anew.
    if (shown.current === values) setAsked(found);
  };
  const go = async () => {
    setBusy(true);
    const done = await onSubmit(all());
    setBusy(false);
    setAsked(null);
    if (done !== false && done !== null) setValues({});
  };
  return (
    <form
      class="fields"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (!whole || busy || disabled) return;
        const words = asked === null ? readBack?.(all()) : undefined;
        if (words === undefined) void go();
        else if (typeof words === "string") setAsked(words);
        else void ask(words);
      }}
    >
      {fields.map((field) => (
        <Entry
          key={field.name}
          field={field}
          value={values[field.name] ?? field.value ?? ""}
          onValue={(value) => {
            setAsked(null);
            setValues((before) => ({ ...before, [field.name]: value }));
          }}
        />
      ))}
      {asked === null ? (
        <button
          type="submit"
          class={primary ? "primary" : ""}
          disabled={!whole || busy || disabled}
        >
          {submit}
        </button>
      ) : (
        <ReadBack key={asked} busy={busy || disabled} onBack={() => setAsked(null)}>
          <p>{asked}</p>
        </ReadBack>
      )}
    </form>
  );
}

interface EntryProps {
  field: Field;
  value: string;
  onValue: (value: string) => void;
}

function Entry({ field, value, onValue }: EntryProps) {
  const list = useId();
  const options = field.options ?? [];
  if (field.kind === "several") {
    const now = chosen(value);
    return (
      <fieldset class="several">
        <legend>{field.label}</legend>
        {options.map((each) => (
          <label key={each.value}>
            <input
              type="checkbox"
              checked={now.includes(each.value)}
              onChange={({ currentTarget: { checked } }) =>
                onValue(
                  [
                    ...now.filter((one) => one !== each.value),
                    ...(checked ? [each.value] : []),
                  ].join(),
                )
              }
            />
            {each.words}
          </label>
        ))}
      </fieldset>
    );
  }
  if (field.kind === "pick" && options.length <= BUTTONS_MOST && !field.list) {
    return (
      <div class="picks" role="radiogroup" onKeyDown={alongRadios} aria-label={field.label}>
        <span class="picks-label">{field.label}</span>
        {options.map((each) => (
          <button
            key={each.value}
            type="button"
            role="radio"
            aria-checked={value === each.value}
            onClick={() => onValue(field.optional && value === each.value ? "" : each.value)}
          >
            {each.words}
          </button>
        ))}
      </div>
    );
  }
  if (field.kind === "pick") {
    return (
      <label>
        {field.label}
        <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
          <option value="">{field.optional ? "–" : t("form.choose")}</option>
          {options.map((each) => (
            <option key={each.value} value={each.value}>
              {each.words}
            </option>
          ))}
        </select>
      </label>
    );
  }
  const shared = {
    value,
    "aria-invalid": value !== "" && !filled(field, value),
    onInput: (event: { currentTarget: HTMLInputElement }) => onValue(event.currentTarget.value),
  };
  if (field.kind === "password") {
    return (
      <label>
        {field.label}
        <input type="password" autoComplete="new-password" {...shared} />
      </label>
    );
  }
  if (field.kind === "date") {
    return (
      <label>
        {field.label}
        <input type="date" {...shared} />
      </label>
    );
  }
  const mode = field.kind === "money" ? "decimal" : field.kind === "count" ? "numeric" : "text";
  if (!field.suggestions) {
    return (
      <label>
        {field.label}
        <input autoComplete="off" inputMode={mode} {...shared} />
      </label>
    );
  }
  return (
    <label>
      {field.label}
      <input type="text" autoComplete="off" list={list} {...shared} />
      <datalist id={list}>
        {field.suggestions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </label>
  );
}
