import { LANGUAGES, language, t } from "../lib/i18n";

/** The choice of language, each by its own name. */
export function Languages() {
  return (
    <fieldset class="languages" aria-label={t("language")}>
      {LANGUAGES.map(({ id, name, tag }) => (
        <button
          key={id}
          type="button"
          lang={tag}
          aria-pressed={language.value === id}
          onClick={() => {
            language.value = id;
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
