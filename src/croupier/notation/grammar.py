"""The grammar of round notation: every kind of line that a round can have, in one table.

A new kind of action is a class in ``actions`` and one entry here. The first form that fits a line
reads it, so the wagers, whose words are the freest, come last. docs/round-notation.md shows this
table to people, and a test holds the two together.
"""

from croupier.notation import actions as a
from croupier.notation.forms import Form

ACTIONS: tuple[Form[a.Action], ...] = (
    # The table: bets, spin, outcome
    Form(a.Opening, "{caller}: place your bets", "dealer: place your bets"),
    Form(a.Closing, "{caller}: no more bets", "dealer: no more bets"),
    Form(a.EarlyLeave, "{by}: leave to close early", "pit-manager: leave to close early"),
    Form(a.Spin, "{by}: spin", "dealer: spin"),
    Form(
        a.DirectionReport,
        "spin report[ by {by}]: {direction} the wheel",
        "spin report: with the wheel",
    ),
    Form(
        a.RevolutionsReport,
        "spin report[ by {by}]: {revolutions}",
        "spin report by dealer: 6 revolutions",
    ),
    Form(a.SpinFault, "spin report[ by {by}]: {irregularity}", "spin report: foreign object"),
    Form(a.BallAtRest, "ball[ by {by}]: rests[ in {number}]", "ball: rests in 17"),
    Form(a.Draw, "draw: {numbers}", "draw: 3 17 22 S 00 8 9 30 31 36"),
    Form(a.Lights, "lights[ by {by}]: {dark}", "lights: all lit"),
    Form(a.Commitment, "commitment: {digest}", f"commitment: {'5e' * 32}"),
    Form(a.Disclosure, "secret: {digest}", f"secret: {'a1' * 32}"),
    Form(a.OutcomeEntry, "{by}: outcome {number}", "dealer: outcome 17"),
    Form(a.OutcomeConfirmation, "{by}: confirms {number}", "dealer: confirms 17"),
    # Irregularities, rulings and referrals
    Form(
        a.Void,
        "{by}: void by {clause}[, {reason}]",
        "dealer: void by 5.4, a coin fell into the wheel",
    ),
    Form(a.NoSpin, "{by}: no spin, {reason}", "pit-supervisor: no spin, foreign object suspected"),
    Form(
        a.MoveRuling,
        "{by}: rules {player} {wager} moved to {to}",
        "pit-supervisor: rules seat-2 red moved to black",
    ),
    Form(
        a.Ruling,
        "{by}: rules {player} {wager} {ruling}",
        "pit-supervisor: rules seat-2 red stands",
    ),
    Form(a.Referral, "{by}: refers, {reason}", "dealer: refers, a drink was spilt over the felt"),
    Form(
        a.Decision,
        "{by}: decides {decision}[, {reason}]",
        "gaming-shift-manager: decides resume, the felt is dry",
    ),
    Form(
        a.Correction,
        "{by}: corrects outcome[ of round {of_round}] to {number}, approved by {approved_by}",
        "pit-supervisor Ana: corrects outcome to 00, approved by pit-manager Ben",
    ),
    Form(
        a.LateVoid,
        "{by}: voids confirmed round[ {of_round}] by {clause}, "
        "approved by {approved_by}[, {reason}]",
        "pit-supervisor Ana: voids confirmed round by 5.4, approved by pit-manager Ben",
    ),
    # Interruptions
    Form(a.Failure, "{part} fails", "power fails"),
    Form(a.Restoration, "{part} returns", "power returns"),
    Form(a.TerminalFailure, "{player}: terminal fails", "seat-3: terminal fails"),
    Form(a.TerminalRestoration, "{player}: terminal returns", "seat-3: terminal returns"),
    Form(a.BallStatement, "{by}: states the ball {rests}", "dealer: states the ball rests"),
    Form(a.Suspension, "{by}: suspends, {reason}", "dealer: suspends, the lights went out"),
    Form(a.Resumption, "{by}: resumes", "dealer: resumes"),
    Form(a.Abandonment, "{by}: abandons, {reason}", "pit-manager: abandons, the wheel is broken"),
    # The house
    Form(
        a.LimitsChange,
        "{by}: sets limits[ of {of_kind}] {least} to {most}",
        "pit-manager: sets limits 500 to 100000",
    ),
    Form(
        a.Arrival,
        "{player}: sits down[ at a {terminal} terminal]",
        "seat-4: sits down",
    ),
    Form(
        a.BuyIn,
        "{player}: buys in {amount} {chips}[, {colour} at {value}][ with voucher {voucher}]",
        "seat-1: buys in 100000 cash chips",
    ),
    Form(
        a.CashOut,
        "{player}: cashes out[ {amount}][ to voucher {voucher}]",
        "seat-1: cashes out",
    ),
    Form(a.Departure, "{player}: leaves", "seat-1: leaves"),
    Form(a.Note, "note: {text}", "note: the first round of the evening"),
    # Wagers
    Form(a.Withdrawal, "{player}: withdraws [{amount} of ]{wager}", "seat-2: withdraws red"),
    Form(
        a.Increase,
        "[{by} for ]{player}: {wager} +{amount}[ in {chips}]",
        "seat-1: straight:17 +500",
    ),
    Form(
        a.Placing, "[{by} for ]{player}: {wager} {amount}[ in {chips}]", "seat-1: split:0/00 1000"
    ),
)
