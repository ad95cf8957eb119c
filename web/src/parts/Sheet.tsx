import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { t } from "../lib/i18n";

/** The second tap of the one that opened it does not close it. */
const DEAD_MS = 600;

interface Props {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  wide?: boolean;
}

/** Something to read or fill in over the page; Escape, the cross or the ground beside close it. */
export function Sheet({ title, onClose, children, wide = false }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const opened = useRef(0);
  useEffect(() => {
    const dialog = ref.current;
    const opener = document.activeElement;
    dialog?.showModal();
    opened.current = performance.now();
    return () => {
      dialog?.close();
      // Once the dialog is out of the page, so that nothing takes the focus along with it.
      queueMicrotask(() => {
        if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={ref}
      class={`sheet ${wide ? "is-wide" : ""}`}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const isBeside = event.target === ref.current;
        if (isBeside && performance.now() - opened.current > DEAD_MS) onClose();
      }}
    >
      <div class="sheet-body">
        <header>
          <h2>{title}</h2>
          <button type="button" class="quiet" onClick={onClose} aria-label={t("close")}>
            <svg viewBox="0 0 20 20" class="icon" aria-hidden="true">
              <path d="M4 4L16 16M16 4L4 16" />
            </svg>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
