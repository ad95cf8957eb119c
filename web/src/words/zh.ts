import alerts from "../../../src/croupier/words/zh/alerts.json";
import pages from "../../../src/croupier/words/zh/pages.json";
import refusals from "../../../src/croupier/words/zh/refusals.json";
import terms from "../../../src/croupier/words/zh/terms.json";

export default { alerts, pages, refusals, terms };
