import { effect, type Signal, signal } from "@preact/signals";

/** A signal that this browser keeps; where nothing can be kept it lasts as long as the page. */
export function kept<T>(
  key: string,
  otherwise: T,
  holds: (value: unknown) => value is T,
): Signal<T> {
  const name = `croupier.${key}`;
  const value = signal<T>(read(name, otherwise, holds));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      localStorage.setItem(name, text);
    } catch {
      // A private window may refuse.
    }
  });
  return value;
}

function read<T>(name: string, otherwise: T, holds: (value: unknown) => value is T): T {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? "null");
    return holds(value) ? value : otherwise;
  } catch {
    return otherwise;
  }
}
