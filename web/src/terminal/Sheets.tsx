import type { Book } from "../felt/book";
import { t } from "../lib/i18n";
import { Sheet } from "../parts/Sheet";
import { Cashier } from "./Cashier";
import { Favourites } from "./Favourites";
import { close, MenuList, sheet } from "./Menu";
import { Numbers } from "./Numbers";
import { OneRound, OwnRounds } from "./Rounds";
import { Rules } from "./Rules";

/** Whatever is open over the felt. */
export function Sheets({ book }: { book: Book }) {
  const now = sheet.value;
  if (!now) return null;
  switch (now.sheet) {
    case "money":
      return (
        <Sheet title={t("cashier")} onClose={close}>
          <Cashier book={book} />
        </Sheet>
      );
    case "rules":
      return (
        <Sheet title={t("menu.rules")} onClose={close} wide>
          <Rules book={book} />
        </Sheet>
      );
    case "numbers":
      return (
        <Sheet title={t("menu.numbers")} onClose={close} wide>
          <Numbers book={book} />
        </Sheet>
      );
    case "history":
      return (
        <Sheet title={t("menu.history")} onClose={close}>
          <OwnRounds book={book} />
        </Sheet>
      );
    case "favourites":
      return (
        <Sheet title={t("favourites")} onClose={close}>
          <Favourites />
        </Sheet>
      );
    case "round":
      return (
        <Sheet title={t("round.number", { round: now.round })} onClose={close} wide>
          <OneRound key={now.round} book={book} round={now.round} />
        </Sheet>
      );
    case "more":
      return (
        <Sheet title={t("menu")} onClose={close}>
          <MenuList />
        </Sheet>
      );
  }
}
