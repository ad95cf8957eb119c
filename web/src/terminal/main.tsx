import "../style/base.css";
import "../style/felt.css";
import "../style/terminal.css";
import "../style/layout.css";
import "./sounding";
import { render } from "preact";
import { start } from "./state";
import { Terminal } from "./Terminal";

start();
const root = document.getElementById("app");
if (root) render(<Terminal />, root);
