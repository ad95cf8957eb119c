import type { ComponentChildren } from "preact";
import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { Sheet } from "../parts/Sheet";
import { Cashier } from "./Cashier";
import { Favourites } from "./Favourites";
import { Wagers } from "./Ledger";
import { close, MenuList, type Shown, sheet } from "./Menu";
import { Notices } from "./Moment";
import { Numbers } from "./Numbers";
import { OwnLimits } from "./OwnLimits";
import { OneRound, OwnRounds } from "./Rounds";
import { Rules } from "./Rules";

interface Open {
  title: string;
  wide?: boolean;
  holds: ComponentChildren;
}

/** Whatever is open over the felt; what the house says is said in it, for nothing else is heard. */
export function Sheets({ book }: { book: Book }) {
  const now = sheet.value;
  if (!now) return null;
  const { title, wide = false, holds } = opened(now, book);
  return (
    <Sheet title={title} onClose={close} wide={wide}>
      <Notices />
      {holds}
    </Sheet>
  );
}

function opened(now: Shown, book: Book): Open {
  switch (now.sheet) {
    case "money":
      return { title: t("cashier"), holds: <Cashier book={book} /> };
    case "rules":
      return { title: t("menu.rules"), wide: true, holds: <Rules book={book} /> };
    case "numbers":
      return { title: t("menu.numbers"), wide: true, holds: <Numbers book={book} /> };
    case "history":
      return { title: t("menu.history"), holds: <OwnRounds book={book} /> };
    case "favourites":
      return { title: t("favourites"), holds: <Favourites /> };
    case "wagers":
      return { title: t("wagers"), holds: <Wagers /> };
    case "limits":
      return { title: t("menu.limits"), holds: <OwnLimits /> };
    case "round": {
      const { round } = now;
      const holds = <OneRound key={round} book={book} round={round} />;
      return { title: t("round.number", { round }), wide: true, holds };
    }
    case "more":
      return { title: t("menu"), holds: <MenuList /> };
  }
}
