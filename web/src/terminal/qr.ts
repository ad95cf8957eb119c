/** A text as a QR code; loaded when the first one is shown. */
import { generate } from "lean-qr";
import { toSvgDataURL } from "lean-qr/extras/svg";

export function qrOf(text: string): string {
  return toSvgDataURL(generate(text), { padX: 3, padY: 3, on: "#000", off: "#fff" });
}
