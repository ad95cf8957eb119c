// Written by web/protocol_types.py from the server's message types. Do not edit: make types

export const VERSION = 2;

/** House procedure: a round that no clause ends is given up and its wagers returned. */
export interface AbandonRound {
  type: "abandon-round";
  reason: string;
  approver?: Actor | null;
  in_round?: number | null;
}

/** Acknowledge an alert. */
export interface Acknowledge {
  type: "acknowledge";
  id?: number;
  alert: number;
}

/** Give a command to a table. The id counts up per terminal and table. */
export interface Act {
  type: "act";
  table: string;
  id: number;
  command: PlaceWager | PlaceForPlayer | RecordWager | WithdrawWager | RecordWithdrawal | TakeBackForPlayer | PlaceWagers | DoubleWagers | Rebet | ClearWagers | UndoWager | VoidRound | DrawBonusNumbers | ReportLights | GrantEarlyClose | GrantStandingLeave | WithdrawStandingLeave | CloseBets | CorrectOutcome | VoidAfterOutcome | SuspendRound | ResumeRound | DeclareInterruption | StateBall | AbandonRound | CallNoSpin | ExplainNoSpin | OpenBets | CallOutcome | ConfirmOutcome | RuleOnWager | RevokeRuling | Refer | DecideReferral | RevealSecret | SpinBall | ReportSpin | ReportRest | AdjustBalance | CashOut | CollectHeld | TakeSeat | LeaveSeat | BuyIn | RedeemVoucher | ChangeChips | StartDay | EndDay | CountDay | StartShift | EndShift | SetLimits | SetMaximumPayout | SetOwnLimits | TakeTimeOut | EndTimeOut | ExcludeSelf | OpenTable | FillFloat | CreditFloat | CloseTable | CashVoucher | LapseVouchers | ExcludePlayer | ReadmitPlayer;
}

/** Who acts: a player at a seat (no position), or staff in a position. */
export interface Actor {
  name: string;
  position?: Position | null;
  acting?: boolean;
}

/** Two people correct a player's balance: upwards if the amount is positive, else downwards. */
export interface AdjustBalance {
  type: "adjust-balance";
  player: string;
  amount: number;
  reason: string;
  approver: Actor;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
}

/** An alert that nobody has acknowledged yet. */
export interface Alert {
  id: number;
  table: string | null;
  kind: string;
  text: string;
  says: readonly Message[];
  at_ms: number;
  about: readonly string[];
  decision: number;
  results: readonly ResultChange[];
}

/** An announcement that opens or closes the bets, and who makes it. */
export interface Announcement {
  clause: string | null;
  also: readonly string[];
  readings: readonly number[];
  by: "dealer" | "terminal";
  words: readonly string[];
}

/** Someone acts in a higher position for some hours. */
export interface Appointment {
  position: Position;
  hours: number;
  reason: string;
}

/** A request that waits for a second person, or did. */
export interface ApprovalView {
  id: number;
  table: string;
  asked_by: string;
  position: Position | null;
  command: string;
  what: unknown;
  reason: string;
  asked_ms: number;
  lapses_ms: number;
  verdict: string;
  second: string | null;
  why_not: string | null;
  round: number;
}

/** Approve another person's request; it takes effect at once. */
export interface Approve {
  type: "approve";
  id?: number;
  approval: number;
  code?: string;
  seen?: string;
}

/** A second person approves, with a code of their second factor if enrolled. */
export interface Approved {
  code?: string;
  seen?: string;
}

/** The result of a player's total on one area when the round ended. */
export interface AreaResult {
  player: string;
  area: string;
  amount: number;
  result: "lost" | "returned" | "void" | "won";
}

/** Ask for a second person's approval of a command, which names no approver. */
export interface Ask {
  type: "ask";
  id?: number;
  table: string;
  command: unknown;
  reason: string;
}

/** Looser limits of their own that a player asked for, and from when they can set them. */
export interface AskedLimits {
  limits: OwnLimits;
  from_ms: number;
}

/** Tables at which someone works, and when. */
export interface AssignmentShown {
  id: number;
  staff: string;
  tables: readonly string[];
  from_ms: number;
  until_ms: number;
  reason: string;
  by: string;
}

/** The grid lines across a drawing one way, from its left or its top. */
export interface Axis {
  lines: readonly number[];
  shares: readonly number[];
}

/** One wager of a batch; its fields are those of ``PlaceWager``. */
export interface Bet {
  wager: string;
  amount: number;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
}

/** A bill in a device's escrow; the id counts up per device. */
export interface BillTaken {
  id: number;
  amount: number;
  table?: string | null;
}

/** The odds of a wager by how its number is lit: not, as a bonus, or in a full link. */
export interface BonusPays {
  plain: number;
  bonus: number;
  super: number;
}

/** The number of Bonus Numbers in a round, and their links. */
export interface BonusShown {
  count: number;
  links: readonly LinkShown[];
  clause: string | null;
}

/** The odds of every wager of a book, in the book's order. */
export interface BookOdds {
  book: string;
  ways: string;
  wagers: readonly WagerOdds[];
}

/** A rule book in brief. */
export interface BookShown {
  id: string;
  title: string;
  version: string | null;
  effective: string;
  pockets: readonly string[];
  wheel: readonly string[];
  colours: Record<string, string>;
}

/** A rule book with everything a page needs. */
export interface BookWhole {
  id: string;
  title: string;
  version: string | null;
  effective: string;
  pockets: readonly string[];
  wheel: readonly string[];
  colours: Record<string, string>;
  operator: string;
  rotor: RotorDrawn;
  felt: FeltShown;
  calls: readonly WagerShown[];
  racetrack: TrackShown | null;
  bonus: BonusShown | null;
  opens: Announcement;
  closes: Closing;
  closes_when: "before-spin" | "while-ball-spins";
  spin: Spin;
  shown_by: "dolly" | "terminals";
  stakes: readonly ("cash-chips" | "colour-chips" | "credits")[];
  chips: readonly number[];
  limits_policy: string;
  limits_clause: string | null;
  displays: ClauseShown | null;
  terminals: readonly ProfileShown[];
  voids: readonly VoidShown[];
  clauses: readonly ClauseShown[];
  readings: readonly Reading[];
}

/** A player gives cash for chips or credits; of colour chips they name the value of one. */
export interface BuyIn {
  type: "buy-in";
  player: string;
  amount: number;
  at?: "desk" | "table";
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
  value?: number | null;
  colour?: string | null;
  approver?: Actor | null;
}

/** The server closes the connection, and the reason. */
export interface Bye {
  type: "bye";
  code: string;
  message: string;
  figures: Record<string, number | string | readonly string[]> | null;
}

/** "No spin", naming the irregularity or the suspicion of one. */
export interface CallNoSpin {
  type: "call-no-spin";
  reason?: string | null;
  approver?: Actor | null;
  in_round?: number | null;
}

/** The outcome is entered, to be read back; where the wheel is the system's own nobody enters     it: a server puts in the number that the draw gives, and the round is settled at once. */
export interface CallOutcome {
  type: "call-outcome";
  number?: string;
  drawn?: boolean;
  seed?: string | null;
}

/** A player gives up chips or credits, all or some, for cash or a voucher. */
export interface CashOut {
  type: "cash-out";
  player: string;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
  amount?: number | null;
  paid?: "cash" | "voucher";
  voucher?: string | null;
  expires_ms?: number | null;
  approver?: Actor | null;
}

/** Whether to stack or return a bill or ticket; on record before it is sent. */
export interface CashVerdict {
  stack: boolean;
  table: string;
  seq: number;
  code: string | null;
  message: string | null;
  figures: Record<string, number | string | readonly string[]> | null;
}

/** Pay a voucher in cash at the cage. */
export interface CashVoucher {
  type: "cash-voucher";
  voucher: string;
  approver?: Actor | null;
}

/** A cell in a drawing, in units. */
export interface CellDrawn {
  corners: readonly (readonly [number, number])[];
  middle: readonly [number, number];
}

/** A rectangle of the felt, in grid squares, and the wager placed in its middle. */
export interface CellShown {
  label: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
  kind: "box" | "number";
  colour: string | null;
  wager: string;
  head: boolean;
}

/** A player exchanges cash chips for colour chips, or back. */
export interface ChangeChips {
  type: "change-chips";
  player: string;
  into: "cash-chips" | "colour-chips" | "credits";
  amount: number;
  value?: number | null;
  colour?: string | null;
}

/** A clause of a book, in our own words. */
export interface ClauseShown {
  number: string;
  says: string;
}

/** A player takes back everything that they have on the felt. */
export interface ClearWagers {
  type: "clear-wagers";
}

/** No more bets. */
export interface CloseBets {
  type: "close-bets";
  salt?: string | null;
}

/** The table closes and the tray, as counted, goes to the cage. */
export interface CloseTable {
  type: "close-table";
  closer: number;
  approver?: Actor | null;
}

/** The close of bets, and its time. */
export interface Closing {
  clause: string | null;
  also: readonly string[];
  readings: readonly number[];
  by: "dealer" | "terminal";
  words: readonly string[];
  when: "before-spin" | "while-ball-spins";
}

/** A current code of one's second factor. */
export interface Code {
  code: string;
}

/** A player collects what is held for them: as cash, a voucher, or chips at their seat. */
export interface CollectHeld {
  type: "collect-held";
  player: string;
  paid?: "cash" | "voucher" | "chips";
  voucher?: string | null;
  expires_ms?: number | null;
  approver?: Actor | null;
}

/** The outcome is read back and confirmed: the round is settled. */
export interface ConfirmOutcome {
  type: "confirm-outcome";
  number: string;
}

/** House procedure: a wrongly entered outcome is corrected, approved by a second person. */
export interface CorrectOutcome {
  type: "correct-outcome";
  round: number;
  number: string;
  approver: Actor;
  reason?: string | null;
}

/** A recent round that was corrected after settlement (readings 18, 19 and 22). */
export interface CorrectionView {
  round: number;
  was: string;
  status: "abandoned" | "settled" | "void";
  outcome: string | null;
  changes: readonly PlayerChange[];
}

/** A count, and its share of the settled rounds, such as ``18/37``. */
export interface Count {
  what: string;
  count: number;
  share: string;
}

/** Two people counted the box of an ended gaming day. */
export interface CountDay {
  type: "count-day";
  day: string;
  cash: number;
  bills: number;
  vouchers: number;
  desk: number;
  paid: number;
  approver?: Actor | null;
}

/** Chips go from the tray back to the cage. */
export interface CreditFloat {
  type: "credit-float";
  amount: number;
}

/** What a gaming day of a table came to; what comes after its end belongs to it still. */
export interface DayMeters {
  table: string;
  day: string;
  figures: Figures;
  hold: string | null;
  void_rate: string | null;
  rounds_an_hour: string | null;
  theoretical_win: string | null;
}

/** An ended gaming day of a table that is not counted yet. */
export interface DayUncounted {
  table: string;
  day: string;
}

/** How the rounds that a dealer opened ended. */
export interface DealerMeters {
  dealer: string;
  rounds: number;
  voids: number;
  void_rate: string;
}

/** The decision on a referral: the round goes on, is void, or named wagers are ruled on. */
export interface DecideReferral {
  type: "decide-referral";
  decision: "resume" | "rule" | "void";
  reason?: string | null;
  rulings?: readonly Ruling[];
  round?: number | null;
  approver?: Actor | null;
  in_round?: number | null;
}

/** The power, the wheel, the table or the system fails while the program runs. */
export interface DeclareInterruption {
  type: "declare-interruption";
  reason: string;
}

/** Decline another person's request. */
export interface Decline {
  type: "decline";
  id?: number;
  approval: number;
  reason: string;
}

/** The state of a cash device. */
export interface DeviceSeen {
  device: string;
  terminal: string;
  tables: readonly string[];
  last_id: number;
}

/** A cash device, and the terminal that it is bound to. */
export interface DeviceShown {
  device: string;
  terminal: string;
  enrolled: boolean;
  kind: "both" | "printer" | "validator";
}

/** The token of a new cash device, shown once. */
export interface DeviceToken {
  device: string;
  token: string;
  approval: number | null;
}

/** A player doubles everything that they have on the felt, in the same chips. */
export interface DoubleWagers {
  type: "double-wagers";
}

/** The Bonus Numbers of the round, from its draw; the server draws them if none are given. */
export interface DrawBonusNumbers {
  type: "draw-bonus-numbers";
  numbers?: readonly string[];
  seed?: string | null;
}

/** What an approval would do now, or why it would be refused. */
export interface EffectShown {
  allowed: boolean;
  says: readonly string[];
  players: readonly PlayerChange[];
  code: string | null;
  clause: string | null;
  message: string | null;
  figures: Record<string, number | string | readonly string[]> | null;
  seen: string;
}

/** End the gaming day; the drop box goes to the count. */
export interface EndDay {
  type: "end-day";
}

/** The shift ends. */
export interface EndShift {
  type: "end-shift";
}

/** A time-out that is over ends; the house does it by itself. */
export interface EndTimeOut {
  type: "end-time-out";
  player: string;
  at_ms?: number | null;
}

/** A device becomes the terminal of its token. */
export interface Enrol {
  token: string;
}

/** What went wrong. */
export interface ErrorShown {
  code: string;
  message: string;
  clause: string | null;
  figures: Record<string, number | string | readonly string[]> | null;
}

/** The one shape of an error. */
export interface Errors {
  error: ErrorShown;
}

/** A probability or a mean. */
export interface Estimate {
  value: number;
  margin: number;
}

/** A player may no longer sit, buy in or wager anywhere in the house. */
export interface ExcludePlayer {
  type: "exclude-player";
  player: string;
  reason: string;
  identity?: string | null;
}

/** A player excludes themselves from the house, for half a year at least. */
export interface ExcludeSelf {
  type: "exclude-self";
  player: string;
  until_ms?: number | null;
}

/** Someone who may not play in this house. */
export interface ExcludedShown {
  player: string;
  reason: string | null;
}

/** The irregularity, or the suspicion of one, for which "no spin" was called. */
export interface ExplainNoSpin {
  type: "explain-no-spin";
  reason: string;
}

/** The secret of a second factor, shown to its owner once. */
export interface FactorShown {
  secret: string;
  uri: string;
  picture: readonly string[];
}

/** The felt in one orientation, in units. A page scales each part between grid lines, so that     every target is large enough for a finger. */
export interface FeltDrawn {
  x: Axis;
  y: Axis;
  cells: Record<string, CellDrawn>;
  spots: Record<string, readonly [number, number, number, number]>;
  outer_line: readonly [readonly [number, number], readonly [number, number]] | null;
}

/** The grid of the felt and everything on it. */
export interface FeltShown {
  columns: readonly ("band" | "crown" | "foot" | "head" | "number")[];
  rows: readonly ("band" | "crown" | "foot" | "head" | "number")[];
  number_columns: number;
  cells: readonly CellShown[];
  spots: readonly SpotShown[];
  outer_line: readonly [number, number, number] | null;
  lying: FeltDrawn;
  upright: FeltDrawn;
}

/** The field of a call bet inside the racetrack: its outline, and the place of its label. */
export interface FieldDrawn {
  wager: string;
  path: string;
  x: number;
  y: number;
  room: number;
}

/** The field of a call bet inside the racetrack, beside each run of its numbers. */
export interface FieldShown {
  wager: string;
  runs: readonly Run[];
}

/** An exact figure, such as 1/37, and its decimal. */
export interface Figure {
  exact: string;
  decimal: string;
}

/** Counts, and sums in cents. */
export interface Figures {
  opener: number;
  fills: number;
  credits: number;
  closer: number;
  drop: number;
  vouchers_in: number;
  cash_out: number;
  vouchers_out: number;
  turnover: number;
  win: number;
  rounds: number;
  voids: number;
  voided: number;
  corrections: number;
  uncollected: number;
  adjustments: number;
  variance: number;
  bills: number;
  desk: number;
  count_variance: number;
}

/** Chips come from the cage to the tray. */
export interface FillFloat {
  type: "fill-float";
  amount: number;
}

/** The overview of all tables. */
export interface FloorFrame {
  type: "floor";
  floor: FloorView;
}

/** All tables, as the pit sees them. */
export interface FloorView {
  tables: readonly TableRow[];
  alerts: readonly Alert[];
  approvals: readonly ApprovalView[];
  acting: Record<string, Position>;
  rates: readonly RateView[];
  gaming_day: string;
  closes: string;
}

/** Settled rounds since a number last came; a lower bound if it never did. */
export interface Gap {
  number: string;
  rounds: number;
  seen: boolean;
}

/** Leave to close the bets before the spin. */
export interface GrantEarlyClose {
  type: "grant-early-close";
}

/** Leave to close the bets before the spin in every round of the table, until withdrawn. */
export interface GrantStandingLeave {
  type: "grant-standing-leave";
}

/** A signed head of a stream; kept, it shows later whether the record was rewritten. */
export interface HeadShown {
  stream: string;
  seq: number;
  hash: string;
  key_id: string;
  signature: string;
}

/** The first message on a connection. */
export interface Hello {
  type: "hello";
  protocol: number;
  program: string;
  house: string;
  currency: string;
  demonstration: boolean;
  tables: readonly string[];
  you: You;
  now_ms: number;
  reality_check_minutes: number;
}

/** What the rounds that were opened within one hour came to. */
export interface HourMeters {
  at_ms: number;
  rounds: number;
  voids: number;
  staked: number;
  win: number;
}

/** The public data of the house. */
export interface HouseShown {
  name: string;
  currency: string;
  demonstration: boolean;
  credit: number | null;
  program: string;
  protocol: number;
  now_ms: number;
  tables: readonly TableView[];
}

/** Something that can happen to the ball, the wheel or the round. */
export type Irregularity = "ball-broke" | "ball-left-wheel" | "ball-not-spun" | "ball-with-wheel" | "bonus-number-dark" | "foreign-object" | "interference" | "no-compartment" | "no-spin" | "power-failure" | "too-few-revolutions" | "uncovered" | "wheel-not-turning" | "wheel-stopped";

/** A wager of a spread, with its total stake in cents. */
export interface Laid {
  wager: string;
  amount: number;
}

/** Remove expired vouchers from the list, paid or not. */
export interface LapseVouchers {
  type: "lapse-vouchers";
}

/** A player's result of the last round in which they wagered. */
export interface LastRound {
  round: number;
  status: "abandoned" | "settled" | "void";
  outcome: string | null;
  staked: number;
  returned: number;
  winnings: number;
  stake_back: number;
  ended_by: string | null;
  results: readonly WagerResult[];
  areas: readonly AreaResult[];
  under_minimum: UnderMinimum | null;
}

/** A player leaves; their chips are held for them, and wagers stay in play. */
export interface LeaveSeat {
  type: "leave-seat";
  player: string;
  reason?: string | null;
}

/** What a draw lights up besides its numbers, in drawing order. */
export interface Lights {
  super_links: Record<string, number>;
  scatter: number | null;
}

/** The limits in force for a round, as recorded. */
export interface LimitsTaken {
  table: RangeTaken;
  kinds?: Record<string, RangeTaken>;
}

/** Numbers that become Super Bonus Numbers together. */
export interface LinkShown {
  name: string;
  numbers: readonly string[];
}

/** One's identity. */
export interface Me {
  name: string | null;
  position: Position | null;
  terminal: string | null;
  locked: boolean;
  first: "password" | "second-factor" | null;
  second_factor: boolean;
}

/** The words with an id in an area, and the values for their holes. */
export interface Message {
  id: string;
  values?: Record<string, number | string | readonly string[]>;
  area?: string;
}

/** The probability of a net result. */
export interface NetChance {
  net: number;
  chance: Figure;
}

/** Someone works at some tables for some hours, from now or a given time. */
export interface NewAssignment {
  tables: readonly string[];
  hours: number;
  reason: string;
  from_ms?: number | null;
}

/** A bill validator or ticket printer to be enrolled, for one terminal. */
export interface NewDevice {
  device: string;
  terminal: string;
  reason?: string;
  kind?: "both" | "printer" | "validator";
}

/** A new password for someone. */
export interface NewPassword {
  password: string;
  reason?: string;
}

/** A new position for someone, and why. */
export interface NewPosition {
  position: Position;
  reason: string;
}

/** Someone joins the staff. */
export interface NewStaff {
  name: string;
  position: Position;
  password: string;
  reason?: string;
}

/** A device to be enrolled. */
export interface NewTerminal {
  terminal: string;
  profile?: string | null;
}

/** An empty body. */
export interface Nothing {

}

/** The complete state of a table, as far as this client may see it. */
export interface Now {
  type: "now";
  table: TableView;
  seq: number;
  seat: SeatView | null;
  staff: StaffView | null;
}

/** Call for bets; the commitment to the round's secret, where there is one, is public first,     and the secret itself comes along only sealed. */
export interface OpenBets {
  type: "open-bets";
  commitment?: string | null;
  sealed?: string | null;
  scheme?: number | null;
}

/** The table opens with chips from the cage in its tray. */
export interface OpenTable {
  type: "open-table";
  opener: number;
}

/** What a player has limited themselves to; None where they have not. */
export interface OwnLimits {
  loss: number | null;
  stake: number | null;
  minutes: number | null;
}

/** Someone changes their own password. */
export interface OwnPassword {
  old: string;
  password: string;
}

/** Some lines, and the place to continue from, if there are more. */
export interface Page {
  lines: readonly TrailLine[];
  next: string | null;
}

/** One's own password: to unlock a session or to enrol a second factor. */
export interface PasswordAgain {
  password: string;
}

/** The phase of a round. */
export type Phase = "abandoned" | "betting" | "called" | "closed" | "rested" | "running" | "settled" | "spinning" | "stranded" | "void";

/** A part of a wager. */
export interface PieceShown {
  wager: string;
  count: number;
}

/** A point of the felt where a chip is placed, in half squares from the top left. */
export interface Place {
  x: number;
  y: number;
}

/** Staff place a wager for a player who asked for it. */
export interface PlaceForPlayer {
  type: "place-for-player";
  player: string;
  wager: string;
  amount: number;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
}

/** A player puts an amount on a wager, or adds to it; the chips are the book's first kind     unless said otherwise (3.3). */
export interface PlaceWager {
  type: "place-wager";
  wager: string;
  amount: number;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
}

/** A player places several wagers at once: all of them, or none. */
export interface PlaceWagers {
  type: "place-wagers";
  wagers: readonly Bet[];
}

/** What a player got from a round, and what they would get instead. */
export interface PlayerChange {
  player: string;
  before: number;
  after: number;
  uncollected: number;
}

/** A player as staff see them. */
export interface PlayerView {
  player: string;
  seated: boolean;
  colour: string | null;
  value: number | null;
  marker: boolean;
  purse: Record<string, number>;
  staked: Record<string, number>;
  held: number;
  warned: boolean;
  wagers: readonly WagerView[];
}

/** A number on the racetrack: its outline, and the place of its label. */
export interface PocketDrawn {
  number: string;
  path: string;
  x: number;
  y: number;
  wager: string | null;
}

/** The results of a spread on one number; one result without Bonus Numbers. */
export interface PocketOdds {
  number: string;
  mean: Figure;
  results: readonly PocketResult[];
}

/** The result of a spread on a number in one standing under the bonus draw. */
export interface PocketResult {
  grade: "bonus" | "plain" | "super";
  scatter: boolean;
  chance: Figure;
  net: number;
}

/** A position at the table, lowest first (reading 22). */
export type Position = "dealer" | "gaming-shift-manager" | "pit-manager" | "pit-supervisor";

/** A command for a table; the id counts up per terminal and table. */
export interface PostedAction {
  id: number;
  command: PlaceWager | PlaceForPlayer | RecordWager | WithdrawWager | RecordWithdrawal | TakeBackForPlayer | PlaceWagers | DoubleWagers | Rebet | ClearWagers | UndoWager | VoidRound | DrawBonusNumbers | ReportLights | GrantEarlyClose | GrantStandingLeave | WithdrawStandingLeave | CloseBets | CorrectOutcome | VoidAfterOutcome | SuspendRound | ResumeRound | DeclareInterruption | StateBall | AbandonRound | CallNoSpin | ExplainNoSpin | OpenBets | CallOutcome | ConfirmOutcome | RuleOnWager | RevokeRuling | Refer | DecideReferral | RevealSecret | SpinBall | ReportSpin | ReportRest | AdjustBalance | CashOut | CollectHeld | TakeSeat | LeaveSeat | BuyIn | RedeemVoucher | ChangeChips | StartDay | EndDay | CountDay | StartShift | EndShift | SetLimits | SetMaximumPayout | SetOwnLimits | TakeTimeOut | EndTimeOut | ExcludeSelf | OpenTable | FillFloat | CreditFloat | CloseTable | CashVoucher | LapseVouchers | ExcludePlayer | ReadmitPlayer;
}

/** A command that needs a second person. */
export interface PostedRequest {
  table: string;
  command: unknown;
  reason: string;
}

/** A message was rejected: nothing changed and nothing is on record. */
export interface Problem {
  type: "problem";
  code: string;
  message: string;
  table?: string | null;
  id?: number | null;
  figures?: Record<string, number | string | readonly string[]> | null;
}

/** The kinds of multi-piece wager one make of terminal offers. */
export interface ProfileShown {
  id: string;
  name: string;
  offers: readonly string[];
  clause: string | null;
}

/** A range of limits as recorded. */
export interface RangeTaken {
  min: number;
  max: number;
}

/** A person's decisions about money with the number known, in this gaming day. */
export interface RateView {
  name: string;
  rounds: number;
  decisions: number;
  moved: number;
  early: number;
}

/** A decision where a book is silent or unclear, with the clauses of this book it rests on. */
export interface Reading {
  number: number;
  title: string;
  says: string;
  clauses: readonly string[];
}

/** An excluded player may play again. */
export interface ReadmitPlayer {
  type: "readmit-player";
  player: string;
}

/** A reason. */
export interface Reason {
  reason: string;
}

/** A player repeats their bets of the last round in which they wagered. */
export interface Rebet {
  type: "rebet";
}

/** A past round, rebuilt from the record. */
export interface Recalled {
  table: string;
  book: string;
  number: number;
  day: string | null;
  status: string;
  outcome: string | null;
  bonus_numbers: readonly string[] | null;
  lights: Lights | null;
  ended_by: string | null;
  commitment: string | null;
  secret: string | null;
  lost: boolean;
  scheme: number;
  seed: string | null;
  limits: LimitsTaken;
  steps: readonly Step[];
  results: readonly WagerResult[];
  areas: readonly AreaResult[];
  under_minimum: readonly UnderMinimum[];
}

/** Staff record what a player has laid on the felt: the player's own wager. */
export interface RecordWager {
  type: "record-wager";
  player: string;
  wager: string;
  amount: number;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
}

/** Staff record what a player has taken off the felt. */
export interface RecordWithdrawal {
  type: "record-withdrawal";
  player: string;
  wager: string;
  amount?: number | null;
}

/** A player buys in with a voucher issued at any table of the house. */
export interface RedeemVoucher {
  type: "redeem-voucher";
  player: string;
  voucher: string;
  chips?: "cash-chips" | "colour-chips" | "credits" | null;
  value?: number | null;
  colour?: string | null;
}

/** An irregularity that the book does not cover is referred for decision; the round waits. */
export interface Refer {
  type: "refer";
  reason: string;
  round?: number | null;
}

/** The Bonus Numbers were shown; those that stayed dark are named. */
export interface ReportLights {
  type: "report-lights";
  dark?: readonly string[];
}

/** The ball has come to rest in a compartment. */
export interface ReportRest {
  type: "report-rest";
}

/** Report what the ball and the wheel did; 5.1 to 5.10 follow from it. */
export interface ReportSpin {
  type: "report-spin";
  direction?: "opposite" | "with-wheel" | null;
  revolutions?: number | null;
  happened?: readonly Irregularity[];
  reason?: string | null;
}

/** How a round ended. */
export interface Result {
  round: number;
  status: "abandoned" | "settled" | "void";
  outcome: string | null;
  bonus_numbers: readonly string[] | null;
  secret: string | null;
  ended_by: string | null;
}

/** A result of a round in cents, won or lost: without a decision, and with it. */
export interface ResultChange {
  player: string | null;
  without: number;
  now: number;
}

/** House procedure: a suspended round continues where it was. */
export interface ResumeRound {
  type: "resume-round";
}

/** Reveal the secret of an ended round, for anyone to check against its commitment. */
export interface RevealSecret {
  type: "reveal-secret";
  round: number;
  secret?: string;
}

/** A ruling of this round, by its number, is revoked. */
export interface RevokeRuling {
  type: "revoke-ruling";
  number: number;
  reason?: string | null;
  approver?: Actor | null;
  in_round?: number | null;
}

/** The rotating part of the wheel, in units around its middle; the bowl has radius 100. */
export interface RotorDrawn {
  outer: number;
  inner: number;
  cone: number;
  sectors: readonly SectorDrawn[];
}

/** A round in a list. The totals are for staff; of a player's own rounds they are their own. */
export interface RoundShown {
  round: number;
  day: string | null;
  opened_ms: number;
  ended_ms: number | null;
  status: string;
  outcome: string | null;
  bonus_numbers: readonly string[] | null;
  ended_by: string | null;
  corrected: boolean;
  staked: number | null;
  returned: number | null;
}

/** A ruling on a wager that was placed unclearly or moved, or on a part of its stack. */
export interface RuleOnWager {
  type: "rule-on-wager";
  player: string;
  wager: string;
  ruling: "moved" | "returned" | "stands";
  to?: string | null;
  amount?: number | null;
  reason?: string | null;
  approver?: Actor | null;
  in_round?: number | null;
}

/** One of the rulings of a decision; its fields are those of ``RuleOnWager``. */
export interface Ruling {
  player: string;
  wager: string;
  ruling: "moved" | "returned" | "stands";
  to?: string | null;
  amount?: number | null;
}

/** A ruling in the round in play. */
export interface RulingView {
  number: number;
  player: string;
  wager: string;
  ruling: string;
  to: string | null;
  amount: number | null;
  reason: string | null;
  by: string;
}

/** Consecutive pockets round the wheel, from an index. */
export interface Run {
  first: number;
  count: number;
}

/** The new state of the player's own seat. */
export interface SeatFrame {
  type: "seat";
  table: string;
  seq: number;
  seat: SeatView;
}

/** A player's own state at a table. */
export interface SeatView {
  player: string;
  seated: boolean;
  excluded: boolean;
  purse: Record<string, number>;
  staked: number;
  wagers: readonly WagerView[];
  held: number;
  colour: string | null;
  value: number | null;
  marker: boolean;
  warned: boolean;
  last: LastRound | null;
  vouchers: readonly VoucherView[];
  last_id: number;
  calls: readonly string[];
  corrections: readonly CorrectionView[];
  chips: readonly number[];
  session: SessionView | null;
  own_limits: OwnLimits | null;
  asked_limits: AskedLimits | null;
  time_out_ms: number | null;
}

/** A pocket of the wheel: its outline, and the angle of its middle from the top. */
export interface SectorDrawn {
  number: string;
  path: string;
  turn: number;
}

/** A spread bet repeatedly by a strategy, whose unit is the whole spread. */
export interface SessionAsked {
  wagers: readonly Laid[];
  strategy?: "1-3-2-6" | "dalembert" | "fibonacci" | "flat" | "grand-martingale" | "labouchere" | "martingale" | "oscars-grind" | "paroli" | "reverse-dalembert" | "reverse-labouchere";
  bank: number;
  spins: number;
  table?: string | null;
  stop_win?: number | null;
  stop_loss?: number | null;
  ahead?: number | null;
}

/** The probability of a range of results. */
export interface SessionBar {
  begin: number;
  end: number;
  chance: number;
}

/** The results after so many spins; a player who stopped keeps their result. */
export interface SessionMoment {
  spin: number;
  results: readonly number[];
  ruined: number;
}

/** The results of a session. */
export interface SessionShown {
  exact: boolean;
  sessions: number;
  mean: Estimate;
  deviation: Estimate;
  ahead: Estimate;
  ever_ahead: Estimate | null;
  ruin: Estimate;
  stop_win: Estimate;
  stop_loss: Estimate;
  spins: Estimate;
  staked: number;
  results: readonly number[];
  bars: readonly SessionBar[];
  moments: readonly SessionMoment[];
}

/** What a player has played since they sat down. */
export interface SessionView {
  since_ms: number;
  rounds: number;
  staked: number;
  returned: number;
}

/** The limits, effective from the next round. */
export interface SetLimits {
  type: "set-limits";
  limits: LimitsTaken;
  reason?: string | null;
}

/** The maximum payout to all players together, effective from the next round. */
export interface SetMaximumPayout {
  type: "set-maximum-payout";
  amount: number | null;
  reason?: string | null;
}

/** A player's own limits: what is left out is without one. */
export interface SetOwnLimits {
  type: "set-own-limits";
  player: string;
  loss?: number | null;
  stake?: number | null;
  minutes?: number | null;
  at_ms?: number | null;
}

/** A clause by which this person could void settled rounds, together with a second person. */
export interface SettledVoidView {
  clause: string;
  what: string;
  says: string;
  rounds: readonly number[];
}

/** A member of staff signs in. */
export interface SignIn {
  name: string;
  password: string;
  code?: string;
}

/** What makes a spin valid. */
export interface Spin {
  clause: string | null;
  also: readonly string[];
  readings: readonly number[];
  direction: "opposite";
  revolutions_min: number;
}

/** The ball is spun. */
export interface SpinBall {
  type: "spin-ball";
}

/** A place for a chip on the felt: a wager of one piece. */
export interface SpotShown {
  wager: string;
  kind: string;
  name: string;
  numbers: readonly string[];
  pays: number | BonusPays;
  wins: "bonus" | "number" | "scatter" | "super";
  clause: string;
  placed: string;
  place: Place;
  cell: string | null;
  outer: boolean;
}

/** Wagers placed together in one round. */
export interface SpreadAsked {
  wagers: readonly Laid[];
}

/** The joint odds of wagers placed together in one round. */
export interface SpreadShown {
  book: string;
  staked: number;
  hit: Figure;
  ahead: Figure;
  even: Figure;
  behind: Figure;
  returns: Figure;
  edge: Figure;
  mean: Figure;
  variance: Figure;
  deviation: string;
  pockets: readonly PocketOdds[];
  standings: readonly StandingOdds[];
  distribution: readonly NetChance[];
}

/** The new state of a table for staff. */
export interface StaffFrame {
  type: "staff";
  table: string;
  seq: number;
  staff: StaffView;
}

/** Someone on the staff. */
export interface StaffShown {
  name: string;
  position: Position;
  enabled: boolean;
  acting: Position | null;
  acting_until_ms: number | null;
  second_factor: boolean;
}

/** A table as staff see it, in addition to its public state. */
export interface StaffView {
  players: readonly PlayerView[];
  called: string | null;
  drawn: readonly string[] | null;
  lit: boolean;
  steps: readonly StepView[];
  voids: Record<string, string>;
  rulings: readonly RulingView[];
  standing_leave: string | null;
  referred: readonly number[];
  tray: number;
  shift: string | null;
  figures: Figures;
  last_id: number;
  may_void: readonly VoidView[];
  reason_needed: boolean;
  may_void_settled: readonly SettledVoidView[];
  wheel: WheelView | null;
  own_wheel: boolean;
  corrections: readonly CorrectionView[];
}

/** The results of a spread when the winning number has one standing. */
export interface StandingOdds {
  grade: "bonus" | "plain" | "super";
  scatter: boolean;
  chance: Figure;
  mean: Figure;
  worst: number;
  best: number;
}

/** A gaming day begins, named by its date (2020-03-18). */
export interface StartDay {
  type: "start-day";
  day: string;
}

/** A shift begins within the gaming day. */
export interface StartShift {
  type: "start-shift";
  shift: string;
}

/** After an interruption: whether the ball rests in a compartment after a valid spin. */
export interface StateBall {
  type: "state-ball";
  rests: boolean;
}

/** Statistics of the last rounds. */
export interface Statistics {
  rounds: number;
  settled: number;
  void: number;
  closed: number;
  called_off: number;
  first: number | null;
  last: number | null;
  numbers: readonly Count[];
  hot: readonly Count[];
  cold: readonly Count[];
  colours: readonly Count[];
  groups: readonly Count[];
  sleepers: readonly Gap[];
  bonus_numbers: readonly Count[];
}

/** An entry of the round, and the felt after it. */
export interface Step {
  seq: number;
  at_ms: number;
  name: string;
  who: Actor | null;
  says: string;
  why: string | null;
  clause: string | null;
  readings: readonly number[];
  phase: Phase;
  waiting: string | null;
  outcome: string | null;
  bonus_numbers: readonly string[] | null;
  lies: Record<string, Record<string, number>>;
}

/** Whether this position may give a command now, and if not, why. */
export interface StepView {
  command: string;
  allowed: boolean;
  code: string | null;
  clause: string | null;
  message: string | null;
  figures: Record<string, number | string | readonly string[]> | null;
  no_outcome: boolean;
}

/** House procedure: the round is put on hold. */
export interface SuspendRound {
  type: "suspend-round";
  reason: string;
}

/** The new public state of a table. */
export interface TableFrame {
  type: "table";
  table: TableView;
}

/** The meters of a table. */
export interface TableMeters {
  days: readonly DayMeters[];
  dealers: readonly DealerMeters[];
  hours: readonly HourMeters[];
}

/** A table in the pit's overview. */
export interface TableRow {
  table: TableView;
  figures: Figures;
  hold: string | null;
  tray: number;
  referred: readonly number[];
}

/** The public state of a table. */
export interface TableView {
  table: string;
  title: string;
  book: string;
  seq: number;
  is_open: boolean;
  day: string | null;
  round: number;
  phase: Phase | null;
  waiting: string | null;
  words: string | null;
  since_ms: number;
  closes_ms: number | null;
  limits: LimitsTaken;
  maximum_payout: number | null;
  players: number;
  calls: readonly string[];
  commitment: string | null;
  seed: string | null;
  bonus_numbers: readonly string[] | null;
  results: readonly Result[];
  self_service: boolean;
  is_idle: boolean;
  bets_open: boolean;
  ball_runs: boolean;
  lights: Lights | null;
  chips: readonly number[];
}

/** Staff take back what staff placed for a player by mistake, wholly or by an amount. */
export interface TakeBackForPlayer {
  type: "take-back-for-player";
  player: string;
  wager: string;
  amount?: number | null;
}

/** A player sits down, with a colour of their own if they want colour chips (reading 23). */
export interface TakeSeat {
  type: "take-seat";
  player: string;
  colour?: string | null;
  identity?: string | null;
}

/** A player does not play for a time, anywhere in the house. */
export interface TakeTimeOut {
  type: "take-time-out";
  player: string;
  minutes?: number | null;
  until_ms?: number | null;
  reason?: string | null;
}

/** A device. */
export interface TerminalShown {
  terminal: string;
  profile: string | null;
  enrolled: boolean;
}

/** A voucher of the house in a device's escrow, by its number. */
export interface TicketTaken {
  id: number;
  voucher: string;
  table?: string | null;
}

/** The token of a new terminal, shown once. */
export interface Token {
  terminal: string;
  token: string;
}

/** The racetrack in the requested shape, horizontal, in drawing units. A page scales it, and     turns it left by a quarter if upright. */
export interface TrackDrawn {
  width: number;
  height: number;
  lane: number;
  pocket: number;
  pockets: readonly PocketDrawn[];
  fields: readonly FieldDrawn[];
}

/** The racetrack. */
export interface TrackShown {
  tip: number;
  fields: readonly FieldShown[];
  each_side: number | null;
  clause: string | null;
}

/** One event of the trail. */
export interface TrailLine {
  stream: string;
  seq: number;
  at_ms: number;
  table: string | null;
  what: string;
  says: string;
  who: Actor | null;
  approver: Actor | null;
  about: string | null;
  why: string | null;
  clause: string | null;
  before: unknown;
  after: unknown;
  fields: Record<string, unknown>;
}

/** The days to count, without expected amounts, and the vouchers of the house: issued ones are     redeemed at tables, cashed, lapsed or outstanding. */
export interface Uncounted {
  days: readonly DayUncounted[];
  issued: number;
  redeemed: number;
  cashed: number;
  lapsed: number;
  outstanding: number;
}

/** How a player's wagers under the minimum were treated (5.15 or 5.16, reading 14). */
export interface UnderMinimum {
  player: string;
  was: "honoured" | "returned";
  clause: string;
}

/** A player takes back what is left on the felt of their latest action. */
export interface UndoWager {
  type: "undo-wager";
}

/** Stop watching a table. */
export interface Unwatch {
  type: "unwatch";
  table: string;
}

/** The one durable answer to an action or to a request to the office. */
export interface Verdict {
  type: "verdict";
  table?: string | null;
  id?: number | null;
  accepted: boolean;
  seq?: number;
  code?: string | null;
  clause?: string | null;
  message?: string | null;
  approval?: number | null;
  figures?: Record<string, number | string | readonly string[]> | null;
}

/** House procedure: a settled round turns out to have been void. */
export interface VoidAfterOutcome {
  type: "void-after-outcome";
  round: number;
  clause: string;
  approver: Actor;
  reason?: string | null;
}

/** An irregularity that the book covers has happened. */
export interface VoidRound {
  type: "void-round";
  clause: string;
  reason?: string | null;
  approver?: Actor | null;
  in_round?: number | null;
}

/** Something that voids a round. */
export interface VoidShown {
  what: string;
  clause: string;
  says: string;
}

/** A clause by which this person could void the round in play now. */
export interface VoidView {
  clause: string;
  what: string;
  says: string;
  reason_needed: boolean;
}

/** A voucher by its number, which must not be in an address. */
export interface VoucherAsked {
  voucher: string;
}

/** The amount, owner and expiry of a valid voucher. */
export interface VoucherShown {
  amount: number;
  player: string;
  expires_ms: number;
}

/** An unused voucher, for its owner. */
export interface VoucherView {
  voucher: string;
  amount: number;
  expires_ms: number;
}

/** The odds of a wager with one unit on each of its pieces. */
export interface WagerOdds {
  wager: string;
  pieces: number;
  hit: Figure;
  returns: Figure;
  edge: Figure;
  variance: Figure;
  deviation: string;
}

/** The result of one wager of a player, repeats included. */
export interface WagerResult {
  player: string;
  wager: string;
  amount: number;
  result: "lost" | "returned" | "void" | "won";
  in_play: number;
  winnings: number;
  returned: number;
  clause: string;
}

/** A wager of a book. */
export interface WagerShown {
  wager: string;
  name: string;
  kind: string;
  numbers: readonly string[];
  pays: number | BonusPays | null;
  pieces: readonly PieceShown[];
  piece_count: number;
  clause: string;
}

/** A wager on the felt. */
export interface WagerView {
  wager: string;
  amount: number;
  chips: "cash-chips" | "colour-chips" | "credits";
}

/** Start watching a table. */
export interface Watch {
  type: "watch";
  table: string;
}

/** Start watching the overview of all tables; for staff. */
export interface WatchFloor {
  type: "watch-floor";
}

/** An order to a wheel's electronics, and why. */
export interface WheelOrder {
  order: "restart" | "self-test" | "start-game";
  reason?: string | null;
}

/** A wheel with a sensor, as staff see it. */
export interface WheelView {
  state: "blocked" | "ready" | "silent";
  hint: readonly Message[];
  fault: readonly Message[];
}

/** The standing leave ends. */
export interface WithdrawStandingLeave {
  type: "withdraw-standing-leave";
}

/** A player takes a wager back, wholly or by an amount. */
export interface WithdrawWager {
  type: "withdraw-wager";
  wager: string;
  amount?: number | null;
}

/** The client's identity. */
export interface You {
  name: string | null;
  position: Position | null;
  terminal: string | null;
}

export type FromServer =
  Hello
  | Now
  | TableFrame
  | SeatFrame
  | StaffFrame
  | FloorFrame
  | Verdict
  | Problem
  | Bye;

export type FromClient =
  Watch
  | Unwatch
  | WatchFloor
  | Act
  | Ask
  | Approve
  | Decline
  | Acknowledge;

export type Command =
  PlaceWager
  | PlaceForPlayer
  | RecordWager
  | WithdrawWager
  | RecordWithdrawal
  | TakeBackForPlayer
  | PlaceWagers
  | DoubleWagers
  | Rebet
  | ClearWagers
  | UndoWager
  | VoidRound
  | DrawBonusNumbers
  | ReportLights
  | GrantEarlyClose
  | GrantStandingLeave
  | WithdrawStandingLeave
  | CloseBets
  | CorrectOutcome
  | VoidAfterOutcome
  | SuspendRound
  | ResumeRound
  | DeclareInterruption
  | StateBall
  | AbandonRound
  | CallNoSpin
  | ExplainNoSpin
  | OpenBets
  | CallOutcome
  | ConfirmOutcome
  | RuleOnWager
  | RevokeRuling
  | Refer
  | DecideReferral
  | RevealSecret
  | SpinBall
  | ReportSpin
  | ReportRest
  | AdjustBalance
  | CashOut
  | CollectHeld
  | TakeSeat
  | LeaveSeat
  | BuyIn
  | RedeemVoucher
  | ChangeChips
  | StartDay
  | EndDay
  | CountDay
  | StartShift
  | EndShift
  | SetLimits
  | SetMaximumPayout
  | SetOwnLimits
  | TakeTimeOut
  | EndTimeOut
  | ExcludeSelf
  | OpenTable
  | FillFloat
  | CreditFloat
  | CloseTable
  | CashVoucher
  | LapseVouchers
  | ExcludePlayer
  | ReadmitPlayer;
