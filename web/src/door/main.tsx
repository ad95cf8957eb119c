import "../style/base.css";
import "../style/felt.css";
import "../style/door.css";
import { render } from "preact";
import { Door } from "./Door";
import { start } from "./state";

start();
const root = document.getElementById("app");
if (root) render(<Door />, root);
