import alerts from "../../../src/croupier/words/en/alerts.json";
import pages from "../../../src/croupier/words/en/pages.json";
import refusals from "../../../src/croupier/words/en/refusals.json";
import terms from "../../../src/croupier/words/en/terms.json";

export default { alerts, pages, refusals, terms };
