import "../style/base.css";
import "../style/felt.css";
import "../style/console.css";
import "../style/recall.css";
import { render } from "preact";
import { Recall } from "./Recall";
import { start } from "./state";

start();
const root = document.getElementById("app");
if (root) render(<Recall />, root);
