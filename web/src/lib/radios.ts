const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
};

/** The arrow keys, Home and End choose among the radio buttons of a group. */
export function alongRadios(event: KeyboardEvent): void {
  const group = event.currentTarget as Element;
  const all = [...group.querySelectorAll<HTMLElement>("[role=radio]")];
  const at = all.indexOf(event.target as HTMLElement);
  const step = STEPS[event.key];
  const to =
    event.key === "Home"
      ? 0
      : event.key === "End"
        ? all.length - 1
        : step === undefined || at < 0
          ? -1
          : (at + step + all.length) % all.length;
  const next = all[to];
  if (!next) return;
  event.preventDefault();
  next.focus();
  next.click();
}
