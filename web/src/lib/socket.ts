import { signal } from "@preact/signals";
import type {
  Acknowledge,
  Approve,
  Ask,
  Bye,
  Command,
  Decline,
  FloorView,
  FromClient,
  FromServer,
  Hello,
  Problem,
  Verdict,
} from "../protocol";
import { VERSION } from "../protocol";
import { type As, get } from "./api";
import { setHouseTime } from "./clock";
import { TableLink } from "./table_link";

export type ToOffice = Ask | Approve | Decline | Acknowledge;
export type LinkState = "connecting" | "up" | "lost" | "ended";

const WAIT_FIRST_MS = 150;
const WAIT_MOST_MS = 4000;
const QUIET_MS = 8000;
const DEAF_MS = 4000;
const LOOK_EVERY_MS = 1000;
const RENEW_EVERY_MS = 6 * 3_600_000;
/** The house will not have this client back: staff signed out, a terminal withdrawn. */
const FOR_GOOD = ["staff/", "terminal/", "rate/flood"];

/** The WebSocket to the house: kept up, taken up again after a break, nothing asked twice. */
export class House {
  readonly link = signal<LinkState>("connecting");
  readonly hello = signal<Hello | null>(null);
  readonly bye = signal<Bye | null>(null);
  readonly floor = signal<FloorView | null>(null);
  private socket: WebSocket | null = null;
  private readonly tables = new Map<string, TableLink>();
  private readonly office = new Map<number, (verdict: Verdict | null) => void>();
  private officeAsked = 0;
  private floorWanted = false;
  private wait = WAIT_FIRST_MS;
  private heardAt = 0;
  private probedAt = 0;
  private again = 0;

  constructor(private readonly as: As) {
    addEventListener("offline", () => this.drop());
    addEventListener("online", () => this.retryNow());
    addEventListener("pagehide", () => this.socket?.close());
    setInterval(() => this.look(), LOOK_EVERY_MS);
    setInterval(() => this.renew(), RENEW_EVERY_MS);
  }

  /** Connect; also again, as somebody else. */
  open(): void {
    clearTimeout(this.again);
    this.letGo();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const address = `${scheme}://${location.host}/socket?as=${this.as}`;
    const socket = new WebSocket(address, [`croupier.${VERSION}`]);
    this.socket = socket;
    this.heardAt = Date.now();
    socket.onmessage = (event) => this.heard(JSON.parse(String(event.data)) as FromServer);
    socket.onclose = () => this.broken(socket);
  }

  /** A table, watched from now on. */
  table(id: string): TableLink {
    let found = this.tables.get(id);
    if (!found) {
      found = new TableLink(id, (message) => this.send(message));
      this.tables.set(id, found);
      this.send({ type: "watch", table: id });
    }
    return found;
  }

  watchFloor(): void {
    this.floorWanted = true;
    this.send({ type: "watch-floor" });
  }

  /** Do something at a table; one verdict comes, whatever happens to the link. */
  act(table: string, command: Command): Promise<Verdict> {
    return this.table(table).act(command);
  }

  /** Ask the office; answered by id, and with null where the link broke before. */
  askOffice(message: ToOffice): Promise<Verdict | null> {
    this.officeAsked += 1;
    const id = this.officeAsked;
    return new Promise((resolve) => {
      this.office.set(id, resolve);
      this.send({ ...message, id });
    });
  }

  private send(message: FromClient): void {
    if (this.link.peek() === "up" && this.socket?.readyState === WebSocket.OPEN) {
      this.socket.send(JSON.stringify(message));
    }
  }

  private heard(message: FromServer): void {
    this.heardAt = Date.now();
    switch (message.type) {
      case "hello":
        this.greeted(message);
        break;
      case "now":
        this.tables.get(message.table.table)?.now(message);
        break;
      case "table":
        this.tables.get(message.table.table)?.changed(message.table);
        break;
      case "seat":
        this.tables.get(message.table)?.seated(message.seat, message.seq);
        break;
      case "staff":
        this.tables.get(message.table)?.staffed(message.staff, message.seq);
        break;
      case "floor":
        this.floor.value = message.floor;
        break;
      case "verdict":
        this.judged(message);
        break;
      case "problem":
        this.refused(message);
        break;
      case "bye":
        this.bye.value = message;
        break;
    }
  }

  private judged(verdict: Verdict): void {
    const id = verdict.id ?? 0;
    if (verdict.table != null) {
      this.tables.get(verdict.table)?.answered(id, verdict);
      return;
    }
    this.office.get(id)?.(verdict);
    this.office.delete(id);
  }

  private greeted(hello: Hello): void {
    setHouseTime(hello.now_ms);
    this.wait = WAIT_FIRST_MS;
    this.hello.value = hello;
    this.bye.value = null;
    this.link.value = "up";
    for (const id of this.tables.keys()) this.send({ type: "watch", table: id });
    if (this.floorWanted) this.send({ type: "watch-floor" });
    this.renew();
  }

  /** A terminal's key is a cookie that changes every day, with the answer to any request. */
  private renew(): void {
    if (this.as === "player" && this.hello.peek()?.you.terminal) {
      get("/api/me", "player").catch(() => null);
    }
  }

  private refused({ code, message, figures, table, id }: Problem): void {
    if (id == null) return;
    const verdict: Verdict = { type: "verdict", accepted: false, code, message, figures };
    this.tables.get(table ?? "")?.answered(id, verdict);
  }

  private broken(socket: WebSocket): void {
    if (socket !== this.socket) return;
    this.letGo();
    const bye = this.bye.peek();
    if (bye && FOR_GOOD.some((begins) => bye.code.startsWith(begins))) {
      this.link.value = "ended";
      return;
    }
    this.link.value = this.hello.peek() ? "lost" : "connecting";
    this.again = window.setTimeout(() => this.open(), this.wait * (0.75 + Math.random() / 2));
    this.wait = Math.min(this.wait * 2, WAIT_MOST_MS);
  }

  private letGo(): void {
    const socket = this.socket;
    this.socket = null;
    if (socket) {
      socket.onmessage = null;
      socket.onclose = null;
      socket.close();
    }
    for (const waiting of this.office.values()) waiting(null);
    this.office.clear();
  }

  private drop(): void {
    if (this.socket) this.broken(this.socket);
  }

  private retryNow(): void {
    if (this.link.peek() !== "up" && this.link.peek() !== "ended") this.open();
  }

  /** A line that went dead without a word is found by asking for something that must be answered. */
  private look(): void {
    if (this.link.peek() !== "up") return;
    const quiet = Date.now() - this.heardAt;
    const waiting = [...this.tables.values()].some((each) => each.isWaiting());
    if (this.probedAt > this.heardAt && Date.now() - this.probedAt > DEAF_MS) {
      this.drop();
    } else if (this.probedAt <= this.heardAt && (quiet > QUIET_MS || (waiting && quiet > 2000))) {
      this.probedAt = Date.now();
      const first = this.tables.keys().next();
      if (!first.done) {
        this.send({ type: "unwatch", table: first.value });
        this.send({ type: "watch", table: first.value });
      }
    }
  }
}
