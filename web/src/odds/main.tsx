import "../style/base.css";
import "../style/felt.css";
import "../style/odds.css";
import { render } from "preact";
import { Explorer } from "./Explorer";
import { start } from "./state";

void start();
const root = document.getElementById("app");
if (root) render(<Explorer />, root);
