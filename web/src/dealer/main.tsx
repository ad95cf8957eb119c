import "../style/base.css";
import "../style/felt.css";
import "../style/sheet.css";
import "../style/console.css";
import "../style/dealer.css";
import { render } from "preact";
import { start } from "../console/session";
import { Dealer } from "./Dealer";

start();
const root = document.getElementById("app");
if (root) render(<Dealer />, root);
