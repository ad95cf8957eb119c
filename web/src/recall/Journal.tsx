import { useEffect, useRef } from "preact/hooks";
import { language, named, t } from "../lib/i18n";
import { still } from "../lib/motion";
import type { Recalled, Step } from "../protocol";
import * as s from "./state";

/** Every entry of the round, in order; a press goes to the felt after it. */
export function Journal({ record }: { record: Recalled }) {
  const now = s.at.value;
  const first = record.steps[0]?.at_ms ?? 0;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const row = list.current?.children[now];
    const box = list.current;
    if (!row || !box || box.scrollHeight <= box.clientHeight) return;
    const [top, own] = [row.getBoundingClientRect().top, box.getBoundingClientRect()];
    box.scrollBy({
      top: top - own.top - own.height * 0.4,
      behavior: s.playing.value && !still.value ? "smooth" : "instant",
    });
  }, [now]);
  return (
    <section class="panel journal" aria-label={t("recall.journal")}>
      <h2>{t("recall.journal")}</h2>
      <ol ref={list}>
        {record.steps.map((step, i) => (
          <li key={step.seq} class={i === now ? "is-now" : i > now ? "is-later" : ""}>
            <button
              type="button"
              aria-current={i === now ? "step" : undefined}
              onClick={() => {
                s.playing.value = false;
                s.go(i);
              }}
            >
              <Told step={step} first={first} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

const SECOND = 1000;

/** An entry: when, who, what in the record's own words, and by which clause. */
export function Told({ step, first }: { step: Step; first: number }) {
  const who = step.who;
  return (
    <span class="told">
      <span class="when">
        <time>{clock(step.at_ms)}</time>
        <small>+{((step.at_ms - first) / SECOND).toFixed(1)} s</small>
      </span>
      <span class="what">
        <b>{named("recall", `event.${step.name}`, step.name)}</b>
        <span>{step.says}</span>
        {step.why ? <q>{step.why}</q> : null}
        <small>
          {who ? who.name : ""}
          {who?.position ? ` · ${named("position", who.position, who.position)}` : ""}
          {step.clause ? <i>{t("clause", { clause: step.clause })}</i> : null}
          {step.readings.map((reading) => (
            <i key={reading}>{t("recall.reading", { reading })}</i>
          ))}
        </small>
      </span>
    </span>
  );
}

function clock(ms: number): string {
  return new Intl.DateTimeFormat(language.value, {
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12: false,
  }).format(ms);
}
