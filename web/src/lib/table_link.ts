import { batch, signal } from "@preact/signals";
import type {
  Command,
  FromClient,
  Now,
  SeatView,
  StaffView,
  TableView,
  Verdict,
} from "../protocol";

/** Something asked of a table whose effect is not yet seen in what the house tells. */
export interface Pending {
  readonly id: number;
  readonly command: Command;
  readonly round: number;
  /** Null until the house has answered. */
  readonly verdict: Verdict | null;
}

const BETTING = new Set<string>([
  "place-wager",
  "place-wagers",
  "withdraw-wager",
  "undo-wager",
  "clear-wagers",
  "double-wagers",
  "rebet",
]);
const TOO_MANY_MS = 500;
const NOT_SENT: Verdict = { type: "verdict", accepted: false, code: "link/too-late", message: "" };

/** One table as the house tells it, and what is asked of it. */
export class TableLink {
  readonly view = signal<TableView | null>(null);
  /** What was last announced: it stands until something else is. */
  readonly words = signal<string | null>(null);
  readonly seat = signal<SeatView | null>(null);
  readonly staff = signal<StaffView | null>(null);
  readonly pending = signal<readonly Pending[]>([]);
  private readonly answers = new Map<number, (verdict: Verdict) => void>();
  private lastId = 0;
  private begin = (): void => undefined;
  private readonly begun = new Promise<void>((resolve) => {
    this.begin = resolve;
  });

  constructor(
    readonly id: string,
    private readonly send: (message: FromClient) => void,
  ) {}

  /** Do something; the promise holds the one durable verdict. */
  async act(command: Command): Promise<Verdict> {
    // How far this terminal has counted here only the house can tell.
    if (this.view.peek() === null) await this.begun;
    const round = this.view.peek()?.round ?? 0;
    const verdict = await this.once(command);
    // Another window of this terminal counted on: the same again under the next id.
    if (verdict.code === "action/id-reused") return this.once(command);
    if (verdict.code !== "rate/too-many") return verdict;
    // The house did not look at it: again in a moment, but only into the round it was meant for.
    await new Promise((resolve) => setTimeout(resolve, TOO_MANY_MS));
    return this.isLate(command, round) ? verdict : this.act(command);
  }

  private once(command: Command): Promise<Verdict> {
    this.lastId += 1;
    const id = this.lastId;
    const round = this.view.peek()?.round ?? 0;
    return new Promise((resolve) => {
      this.answers.set(id, resolve);
      this.pending.value = [...this.pending.peek(), { id, command, round, verdict: null }];
      this.send({ type: "act", table: this.id, id, command });
    });
  }

  isWaiting(): boolean {
    return this.answers.size > 0;
  }

  // What the house tells

  now(now: Now): void {
    batch(() => {
      this.changed(now.table);
      this.staff.value = now.staff;
      if (now.staff) this.lastId = Math.max(this.lastId, now.staff.last_id);
      if (now.seat) this.seated(now.seat, now.seq ?? now.table.seq);
      this.takeUp(now);
    });
    this.begin();
  }

  changed(table: TableView): void {
    batch(() => {
      this.view.value = table;
      if (table.words !== null) this.words.value = table.words;
    });
  }

  seated(seat: SeatView, seq: number): void {
    batch(() => {
      this.lastId = Math.max(this.lastId, seat.last_id);
      this.seat.value = seat;
      this.seen(seq);
    });
  }

  staffed(staff: StaffView, seq: number): void {
    batch(() => {
      this.lastId = Math.max(this.lastId, staff.last_id);
      this.staff.value = staff;
      this.seen(seq);
    });
  }

  answered(id: number, verdict: Verdict): void {
    this.answers.get(id)?.(verdict);
    this.answers.delete(id);
    const stays = verdict.accepted && (verdict.seq ?? 0) > (this.seenSeq ?? 0);
    this.pending.value = this.pending
      .peek()
      .flatMap((each) => (each.id !== id ? [each] : stays ? [{ ...each, verdict }] : []));
  }

  private seenSeq = 0;

  /** What is on record up to here shows in the views: it no longer pends. */
  private seen(seq: number): void {
    this.seenSeq = seq;
    const left = this.pending
      .peek()
      .filter((each) => !each.verdict || (each.verdict.seq ?? 0) > seq);
    if (left.length !== this.pending.peek().length) this.pending.value = left;
  }

  private isLate(command: Command, round: number): boolean {
    const now = this.view.peek();
    return BETTING.has(command.type) && (now?.round !== round || !now.bets_open);
  }

  /**
   * After a break: what the house has answered is asked again for its answer. A wager that it never
   * got is sent only into the round it was meant for.
   */
  private takeUp(now: Now): void {
    const known = (now.seat ?? now.staff)?.last_id ?? 0;
    for (const each of this.pending.peek()) {
      if (each.verdict) continue;
      if (each.id > known && this.isLate(each.command, each.round))
        this.answered(each.id, NOT_SENT);
      else this.send({ type: "act", table: this.id, id: each.id, command: each.command });
    }
  }
}
