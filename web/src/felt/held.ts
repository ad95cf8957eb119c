/** How long a press is held until it only looks. */
export const HELD_MS = 450;

let timer = 0;
let looked = false;

/** What listens to something that is pressed: whoever holds it looks, and then nothing is done. */
export function pressed(look: (at: DOMRect) => void, act: () => void) {
  const end = () => clearTimeout(timer);
  return {
    onPointerDown: (event: PointerEvent) => {
      end();
      looked = false;
      if (event.button !== 0) return;
      const element = event.currentTarget as Element;
      timer = window.setTimeout(() => {
        looked = true;
        look(element.getBoundingClientRect());
      }, HELD_MS);
    },
    onPointerUp: end,
    onPointerCancel: end,
    onClick: (event: MouseEvent) => {
      // Keys press without a pointer: those never look.
      if (!looked || event.detail === 0) act();
      looked = false;
    },
    onContextMenu: (event: Event) => event.preventDefault(),
  };
}
