/** Where each position works. */
import type { Position } from "../protocol";

export function homeOf(position: Position | null | undefined): string {
  if (position === "gaming-shift-manager") return "/desk";
  return position === "dealer" ? "/dealer" : "/pit";
}
