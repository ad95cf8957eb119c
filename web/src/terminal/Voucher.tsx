import { useEffect, useState } from "preact/hooks";
import { dateAndTime } from "../lib/clock";
import { language, t } from "../lib/i18n";
import { money } from "../lib/money";
import type { VoucherView } from "../protocol";
import { house } from "./state";

interface Props {
  voucher: VoucherView;
  /** Play on with it; null where that is not for a player to do. */
  onRedeem: (() => void) | null;
  busy: boolean;
}

/** A voucher: what it is worth, its number in groups and as a QR code, to be printed or copied. */
export function Voucher({ voucher: { voucher, amount, expires_ms }, onRedeem, busy }: Props) {
  const [copied, setCopied] = useState(false);
  const [code, setCode] = useState("");
  useEffect(() => {
    void import("./qr").then(({ qrOf }) => setCode(qrOf(voucher)));
  }, [voucher]);
  const copy = async () => {
    await navigator.clipboard.writeText(voucher);
    setCopied(true);
  };
  const print = (event: Event) => {
    const slip = (event.currentTarget as Element).closest(".voucher");
    slip?.classList.add("is-printed");
    window.print();
    slip?.classList.remove("is-printed");
  };
  return (
    <article class="voucher" aria-label={`${t("voucher.title")} ${money(amount)}`}>
      {code ? <img src={code} alt={t("voucher.qr")} /> : <span class="voucher-code" />}
      <div class="voucher-says">
        <small>
          {house.hello.value?.house} · {t("voucher.title")}
        </small>
        <b>{money(amount)}</b>
        <code>
          {groups(voucher).map((each, i) => (
            <span key={i}>{each}</span>
          ))}
        </code>
        <small>{t("voucher.until", { time: dateAndTime(expires_ms, language.value) })}</small>
      </div>
      <div class="voucher-does">
        <button type="button" onClick={() => void copy()}>
          <span aria-live="polite">{t(copied ? "voucher.copied" : "voucher.copy")}</span>
        </button>
        <button type="button" onClick={print}>
          {t("voucher.print")}
        </button>
        <button type="button" disabled={busy || !onRedeem} onClick={() => onRedeem?.()}>
          {t("voucher.redeem")}
        </button>
      </div>
    </article>
  );
}

/** A number in groups of four, as people read it aloud; what is marked and copied has no gaps. */
function groups(number: string): readonly string[] {
  return number.match(/.{1,4}/g) ?? [];
}
