import "../style/base.css";
import "../style/felt.css";
import "../style/display.css";
import { render } from "preact";
import { Display } from "./Display";
import { house } from "./state";

house.open();
const root = document.getElementById("app");
if (root) render(<Display />, root);
