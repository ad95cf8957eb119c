import "../style/base.css";
import "../style/sheet.css";
import "../style/console.css";
import "../style/pit.css";
import { render } from "preact";
import { start } from "../console/session";
import { Pit } from "./Pit";

start();
const root = document.getElementById("app");
if (root) render(<Pit />, root);
