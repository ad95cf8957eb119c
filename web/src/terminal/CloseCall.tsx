import { useSignalEffect } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { announced } from "./speaking";
import * as s from "./state";

const SHOWN_MS = 1800;

/** The words of the close, large over the felt for a moment: who watches the wheel sees them too. */
export function CloseCall() {
  const [words, setWords] = useState("");
  const wasOpen = useRef(false);
  useSignalEffect(() => {
    const isOpen = s.isOpen.value;
    const isClosed = s.isLate.value;
    if (!isOpen && !isClosed) setWords("");
    const closes = wasOpen.current && isClosed;
    wasOpen.current = isOpen;
    if (!closes) return;
    setWords(announced());
    const done = setTimeout(() => setWords(""), SHOWN_MS);
    return () => clearTimeout(done);
  });
  return words ? (
    <div class="close-call" aria-hidden="true">
      <b>{words}</b>
    </div>
  ) : null;
}
