import { chosen, LANGUAGES, t } from "../lib/i18n";

/** The choice of language, each by its own name. */
export function Languages() {
  return (
    <fieldset class="languages" aria-label={t("language")}>
      {LANGUAGES.map(({ id, name, tag }) => (
        <button
          key={id}
          type="button"
          lang={tag}
          aria-pressed={chosen.value === id}
          onClick={() => {
            chosen.value = id;
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
