import type { Signal } from "@preact/signals";

interface Props<T extends string> {
  label: string;
  tabs: readonly { id: T; words: string; count?: number }[];
  now: Signal<T>;
}

/** A row of tabs; arrows go from one to the next. */
export function Tabs<T extends string>({ label, tabs, now }: Props<T>) {
  const go = (event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    const at = tabs.findIndex((each) => each.id === now.value);
    const next = tabs[(at + by + tabs.length) % tabs.length];
    if (!next) return;
    now.value = next.id;
    const row = event.currentTarget as HTMLElement;
    row.querySelector<HTMLElement>(`[data-tab="${next.id}"]`)?.focus();
  };
  return (
    <div class="tabs-row" role="tablist" aria-label={label} onKeyDown={go}>
      {tabs.map((each) => (
        <button
          key={each.id}
          type="button"
          role="tab"
          data-tab={each.id}
          aria-selected={now.value === each.id}
          tabIndex={now.value === each.id ? 0 : -1}
          onClick={() => {
            now.value = each.id;
          }}
        >
          {each.words}
          {each.count ? <b class="count">{each.count}</b> : null}
        </button>
      ))}
    </div>
  );
}
