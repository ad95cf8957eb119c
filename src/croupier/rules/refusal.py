"""What the rules say no to, as values: a stable code, the clause, and the figures.

The words for people are made from the code and the figures, here and nowhere else. The errors that
the library raises each carry one refusal:

    CroupierError
    ├── NotationError    the text is not a wager, or not a round, at all
    ├── WagerError       it is a wager, but not one of this book or layout
    ├── LimitsError      the book refuses it for the table's limits
    ├── RoundError       what was given does not make a round that can be settled
    └── BookError        there is no such book or clause, or a book's data file is wrong
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

MESSAGES: Mapping[str, str] = {
    "abandon/book-has-a-way": "{book} has clauses that end a round: use them",
    "abandon/ball-rests": "the ball rests in a compartment: resume the round and enter its number",
    "abandon/can-go-on": (
        "a round that is {phase} can go on: only one that a failure stopped is abandoned"
    ),
    "action/bad-id": "an action's id is a whole number from 1 to {most} that counts up",
    "action/id-jump": (
        "action {id} of {terminal} is more than {most} above the last one, {last}: "
        "count on from there"
    ),
    "action/id-reused": "action {id} of {terminal} was something else: count on",
    "action/too-old": "action {id} of {terminal} is too old to be answered again",
    "adjust/no-reason": "an adjustment for {player} needs its reason on record",
    "alert/acknowledged": "alert {id} is acknowledged already",
    "alert/own": "alert {id} is about {name}, so somebody else acknowledges it",
    "alert/same-hands": (
        "alert {id} is about {about}: {maker} made or reset an account of theirs or of {name}, so "
        "somebody else acknowledges it"
    ),
    "alert/unknown": "there is no alert {id}",
    "amount/not-positive": "the amount {amount} of {wager} must be at least 1 cent",
    "amount/not-whole": "the amount {amount} of {wager} must be a whole number of cents",
    "amount/too-large": "the amount {amount} of {wager} is above {max}, the most that is counted",
    "approval/awaited": (
        "round {round} waits for a second person on approval {id}: decide that first"
    ),
    "approval/other-round": "that was approved for round {round}, and not for another",
    "approval/unweighed": (
        "{what} with no Bonus Numbers to settle by takes a second person: nobody knows its money"
    ),
    "approval/above": "{what} of {amount} cents takes a second person: it is above {most}",
    "approval/changed": "what request {id} does has changed since you were shown it: look again",
    "approval/above-together": (
        "{what} of {amount} cents after {before} cents takes a second person: together they are "
        "above {most}"
    ),
    "approval/asker-gone": "{name}, who asked for approval {id}, is no longer in that position",
    "approval/asked-already": (
        "{name} has asked for the same already (approval {id}): have that one approved or "
        "declined first"
    ),
    "approval/bad-command": "that is nothing for two people to do: {reason}",
    "approval/decided": "approval {id} is decided already",
    "approval/lapsed": "approval {id} lapsed: it was to be decided within {minutes} minutes",
    "approval/needed": "{action} takes a second person: ask for one, and let them approve it",
    "approval/not-needed": "{action} takes one person: ask the table for it",
    "approval/own-account": "{name} cannot approve what is done to their own account",
    "approval/password-gone": (
        "the password or token that was asked for is no longer there: decline this, and ask anew"
    ),
    "approval/password-known": (
        "{chooser} chose the password of {name}, who must choose one of their own before they "
        "approve"
    ),
    "approval/position": "{name} ({position}) cannot approve: that is for a {least} or above",
    "approval/same-hands": (
        "{name} is no second person to {asker}: {maker} made or reset an account of theirs, so "
        "someone must approve whom {maker} did not"
    ),
    "approval/same-person": "{name} cannot approve what they ask for: a second person must",
    "approval/too-many": "{name} has {max} approvals pending: have some decided first",
    "approval/too-new": (
        "the account of {name} was made or reset lately: it may approve in {hours} hours or less"
    ),
    "approval/unknown": "there is no approval {id}",
    "bonus/drawn-already": "the Bonus Numbers of this round are drawn; they are never drawn anew",
    "bonus/from-the-draw": "the Bonus Numbers come from the draw of this round: send none",
    "bonus/not-among-them": "{number} is not among the Bonus Numbers of this round",
    "bonus/not-drawn": "the Bonus Numbers of this round are not drawn yet",
    "bonus/not-lit": "the Bonus Numbers of this round are not lit yet",
    "assignment/bad-tables": "{given} is no table to be assigned to; there are {known}",
    "assignment/bad-times": (
        "an assignment is for 1 to {max} hours, and begins within {days} days"
    ),
    "assignment/elsewhere": "{name} is not assigned to {table} now, but to {tables}",
    "assignment/none": "{name} has no assignment, and nobody acts at {table} without one",
    "assignment/too-many": "{name} has {max} assignments already: withdraw one first",
    "assignment/unknown": "there is no assignment {id} any more",
    "assignment/whole-floor": "{name} has the whole floor and is assigned to no table",
    "book/bad-file": "{file}: {key}: {reason}",
    "book/not-the-tables": (
        "table {table} was run by {made}, and this is {now}: "
        "to go on by it between rounds, use croupier adopt"
    ),
    "book/round-in-play": (
        "round {round} is in play at table {table} by {made}; {now} can be adopted only between "
        "rounds: start the house with the program that it had before, end the round and stop it"
    ),
    "book/unknown": "there is no book {book!r}: the books are {known}",
    "book/unknown-clause": "{book} has no clause {given!r}: {hint}",
    "book/unknown-terminal": "{book} has no terminal profile {given!r}: it has {known}",
    "close/before-spin": "{book} closes bets while the ball is running: spin it first",
    "close/needs-leave": "a close before the spin needs leave from the {who}",
    "close/leave-stands": "the table has standing leave to close early already",
    "close/no-standing-leave": "the table has no standing leave to close early",
    "colour/none": "{player} has no colour at this table: name one that is free",
    "colour/not-whole": (
        "{amount} cents over {pieces} pieces are not whole colour chips of {value} cents each"
    ),
    "colour/out": "{player} keeps the colour {colour} while chips of it are out",
    "colour/taken": "{colour} is another player's colour at this table",
    "colour/value-fixed": "one colour chip of {player} is worth {value} cents while any is out",
    "colour/value-needed": "say what one colour chip of {player} is worth",
    "config/bad": "{file} has {count} to be put right:\n{findings}",
    "config/bad-origin": (
        "{origin!r} is no origin: write scheme, host and port alone, such as {example}"
    ),
    "config/bad-syntax": "the file is not TOML from here on: {reason}",
    "config/bad-value": "{setting} does not fit, {reason}: write {example}",
    "config/book-id-taken": (
        "the book in {file} calls itself {id}, as one of croupier's own: give it another id"
    ),
    "config/demonstration-open": (
        "a demonstration is for this machine alone, and {host} is more: "
        'set listen.host = "127.0.0.1", or demonstration = false'
    ),
    "config/excluded-twice": "{player} is excluded twice: take one of the two out",
    "config/limits-crossed": "the least, {min}, is above the most, {max}: lower min or raise max",
    "config/limits-of-unknown": "{book} has no limits for {kind}: it has them for {known}",
    "config/missing": "{setting} is missing: write {example}",
    "config/no-table": "the house has no table: add [[table]] with its id and its book",
    "config/open-to-others": (
        "on {host} others can listen in: give tls a certificate and a key, set "
        "behind_proxy = true, or listen on 127.0.0.1 alone"
    ),
    "config/origins-needed": (
        "pages come from an address that only you know: name it in origins, such as {example}"
    ),
    "config/secrets-in-data": (
        "the secrets {secrets} lie in the data {data}, and go with every copy of it: "
        "name a folder beside it"
    ),
    "config/self-service": (
        "{book} gives chips from a Dealer's hand: self_service is for demonstrations, and for "
        "books that play with credits"
    ),
    "config/sensor-unfit": (
        "the sensor knows wheels of 37 and 38 pockets, and that of {book} has {count}: "
        'set wheel = "dealer"'
    ),
    "config/serial-port-missing": "a wheel on a serial line needs its device: set serial_port",
    "config/serial-port-taken": "another table has the sensor at {port}: each needs its own",
    "config/serial-port-unused": (
        'a serial_port is for wheel = "serial", and this wheel is {wheel!r}: take it out'
    ),
    "config/table-twice": "two tables are called {id}: give each an id of its own",
    "config/tls-key-open": "others can read the private key {file}, or change it: chmod 600 it",
    "config/tls-unusable": "{file} cannot be used for TLS, {reason}: name a PEM file that fits",
    "config/unknown-setting": "there is no setting {setting}: {hint}",
    "config/wheel-not-own": (
        'the automatic dealer sees no wheel but the server\'s own: set wheel = "own", or '
        'deals = "dealer"'
    ),
    "config/zone-unknown": "there is no time zone {zone}: write a name such as Europe/Madrid",
    "correct/from-the-draw": (
        "the number of round {round} follows from its draw, so that there is none to correct: "
        "the wheel is the system's own"
    ),
    "correct/no-such-round": "there is no round {round} at this table yet",
    "correct/same-outcome": "{number} is the outcome on record already",
    "correct/too-old": "round {round} is too old: the last {kept} rounds can be corrected",
    "count/none": "there is no gaming day {day} of {table} to be counted",
    "day/bad": "{day} is no gaming day: write a date such as 2020-03-18",
    "day/not-after": "the gaming day {day} does not come after {last}, the last one",
    "day/not-now": (
        "the gaming day {day} is not now: by the house's clock it is {today}, so begin that day, "
        "or the one before or after it"
    ),
    "day/not-started": "no gaming day has begun at {table}",
    "day/running": "the gaming day {day} has not ended yet",
    "export/needs-pyarrow": "a Parquet file needs pyarrow: pip install 'croupier[parquet]'",
    "file/exists": "{file} is there already: name another one{or_else}",
    "file/unreadable": "{file} cannot be read: {reason}",
    "file/unwritable": "{file} cannot be written: {reason}",
    "first/password": ("somebody else chose your password: choose your own before anything else"),
    "device/bad-name": "{name} is no name for a cash device: {reason}",
    "device/bill-too-large": "a bill of {amount} cents is above {most}, the largest that is taken",
    "device/name-taken": "{name} is the name of a person or a device here already",
    "device/none": "there is no cash device {name} in this house",
    "device/nobody-seated": "nobody is seated at {terminal}, the terminal of this device",
    "device/not-enrolled": "no cash device of this house has that token",
    "device/not-its-kind": "{name} was enrolled as {kind}, and this is not for it to do",
    "device/which-table": "{terminal} is seated at {tables}: say which table the money is for",
    "device/withdrawn": "the cash device {name} was withdrawn: enrol it again",
    "first/second-factor": "enrol a second factor before anything else: the house asks for one",
    "float/count-differs": (
        "{counted} cents are counted and {there} on record: count again, or have it approved"
    ),
    "float/too-low": "{there} cents lie in the tray, less than {amount}",
    "funds/too-low": (
        "{player} has {there} cents of {chips} to use, less than {amount}; {in_play} are in play"
    ),
    "held/less": "{there} cents are held for {player}, less than {amount}",
    "held/nothing": "nothing is held for {player}",
    "house/cannot-open": "the house cannot be opened at {where}: {reason}",
    "house/entries-missing": (
        "{data} holds less than the house has signed: {missing}; put back what is missing, or "
        "restore a backup, or go on without it, on record, with croupier accept-loss; a new house "
        "needs folders of its own instead of {data} and {secrets}"
    ),
    "house/heads-missing": (
        "whether the record in {data} is whole cannot be told: {missing}; put a heads file back "
        "from a copy, or go on without it, on record, with croupier accept-loss"
    ),
    "house/keys-missing": (
        "{data} holds the record of a house, and the keys that sign it are not in {folder}: "
        "name the secrets that belong to this record, or another folder for a new one"
    ),
    "house/credentials-missing": (
        "{file} is missing, with all passwords and the keys of all terminals: put it back from a "
        "copy of the secrets; if it is lost for good, run croupier lost credentials.json --reason "
        "'…'"
    ),
    "house/key-there": "{file} is there and fits this record: delete it first to replace it",
    "house/nothing-lost": "the house was never opened: {file} is made at its first start",
    "house/sealing-key-missing": (
        "{file} is missing, without which no round on record can be drawn or shown: put it back "
        "from a copy of the secrets; if it is lost for good, run croupier lost sealing.key "
        "--reason '…'"
    ),
    "house/sealing-key-other": (
        "{file} does not open the secrets of {count} rounds: put back the file that belongs to "
        "this record; if it is lost for good, run croupier lost sealing.key --reason '…'"
    ),
    "house/voucher-key-missing": (
        "{count} vouchers are out whose numbers are made with a key that is not there: put {file} "
        "back from a copy of the secrets; if it is lost for good, run croupier lost voucher.key "
        "--reason '…'"
    ),
    "house/no-demonstration": (
        "there is no demonstration in {folder}: name the file of your house with --house{example}"
    ),
    "house/stopped": "the house has stopped because its record could not be written",
    "input/bad-json": "{file} is not JSON: {reason}",
    "input/bad-shape": "{file} does not describe a round: {reason}",
    "lab/missing": "this house has no lab: pip install 'croupier[lab]' where it runs",
    "lab/failed": "the lab stopped while it worked that out: ask again",
    "lab/too-long": "that was not worked out within {seconds} seconds: ask for less",
    "late/placed": "bets are closed: what was put on {wager} is refused",
    "late/withdrawn": "bets are closed: {wager} stays in play and wins or loses",
    "limits/bad": "the limits {limits} do not fit: {reason}",
    "limits/over-maximum": (
        "{player} would have {total} cents on {area}: the most for one player there is {max}"
    ),
    "limits/under-minimum": (
        "{player} has {total} cents on {area}: a wager there starts at {min} cents"
    ),
    "message/malformed": "the message cannot be read: {reason}",
    "metrics/not-here": "metrics are for this machine, or for whoever has the house's token",
    "notation/bad": "{file}: {where}: {reason}",
    "outcome/from-the-draw": (
        "the wheel is the system's own: the number comes from its draw, so send none"
    ),
    "outcome/not-now": "no outcome can be entered while the round is {phase}",
    "outcome/read-back-differs": "{called} was entered and {read} read back: enter it again",
    "payout/over-maximum": (
        "with {wager} this round could pay {could_pay} cents: the most it may pay is {max}"
    ),
    "player/bad-name": "{name} is no name for the record: 1 to {max} printable characters, no /",
    "player/excluded": "{player} is excluded from play in this house",
    "player/mixed-scripts": (
        "{name} mixes letters of several scripts: write a person's name in one of them"
    ),
    "player/not-excluded": "{player} is not excluded",
    "position/no-acting": (
        "{book} does not let {name} act as {position}: that counts where the book says so"
    ),
    "position/no-such-power": "{book} gives nobody the power to {action}",
    "position/not-allowed": "{name} ({position}) may not {action}: that is for {who}",
    "rate/connections": "too many connections at once: close some of them first",
    "rate/flood": "far too many messages: the connection is closed",
    "rate/odds": "too many ask for odds at once: try again in a moment",
    "rate/requests": "at most {most} requests a second are answered: try again in a moment",
    "rate/too-many": "at most {most} a second are taken: try again in a moment",
    "rate/visits": "too many visitors at once: try again in a moment",
    "reason/empty": "this needs a reason, which is put on record: {min} to {max} characters",
    "reason/too-long": "a reason has at most {max} characters, and this one has {given}",
    "reason/too-short": "a reason has at least {min} characters, and this one has {given}",
    "reason/unprintable": "the reason must be one line of printable characters",
    "rebet/none": "{player} had nothing staked in any of the last {kept} rounds",
    "record/archived": "that is archived: read it from the archives with croupier journal",
    "record/bad-place": "{place!r} is no place in the trail: take it from the page before",
    "record/no-day": "table {table} has no gaming day {day} on record: its last are {known}",
    "record/no-round": "table {table} has no round {round} on record",
    "record/no-table": "there is no table {table} on record: the tables are {known}",
    "record/not-revealed": "the secret of round {round} of {table} is not revealed",
    "record/round-in-play": "round {round} of {table} is still in play",
    "referral/nothing-referred": "nothing waits for a decision",
    "referral/rulings": "a decision to rule names 1 to {max} wagers, and no other decision does",
    "request/bad-query": "{reason}",
    "request/for-the-house": "{field} of {command} is for the house to fill in: leave it out",
    "request/one-host": "a request names one Host, and this one names {count}",
    "request/origin": "this is not from a page of this house",
    "request/too-large": "at most {most} bytes are taken",
    "request/unknown-address": "there is nothing at {path}",
    "round/bonus-numbers-not-drawn": (
        "{book} draws {count} Bonus Numbers each round: give {count} different numbers"
    ),
    "round/bonus-numbers-not-used": "{book} has no Bonus Numbers: leave bonus_numbers out",
    "round/does-not-void": "{given!r} does not void a round of {book}: {known} do",
    "round/held": "{action} is not possible while the round waits: {waiting}",
    "round/no-outcome": "a round of {book} that is not void needs its outcome",
    "round/none": "{action} is not possible: no round is in play",
    "round/not-interrupted": "the ball is stated after an interruption; this waits for {waiting}",
    "round/not-now": "{action} is not possible while the round is {phase}",
    "round/not-suspended": "only a suspended round can be resumed; this one waits for {waiting}",
    "round/number-not-text": (
        "{number!r} is not text: the numbers of a wheel are labels, as {example!r} is"
    ),
    "round/stopped": "a failure holds this round already: say where the ball is, or resume it",
    "round/too-large-for-bulk": (
        "{bets} wagers of {players} players for {total} cents, at up to {most} to 1, are more "
        "than the bulk path can count: settle them with settle"
    ),
    "round/unknown-number": "{number!r} is no number of {book}: its numbers are {known}",
    "ruling/by-referral": "ruling {number} was the decision on a referral: refer it again",
    "ruling/needs-place": "say where {wager} is moved to",
    "ruling/none": "this round has no ruling {number} that holds",
    "ruling/rests-on-it": "ruling {later} rests on ruling {number}: revoke the later one first",
    "seat/alike": "{player} looks like {other}, who has a seat: write another name, or theirs",
    "seat/none": "{player} has no seat at {table}",
    "seat/not-yours": "{name} cannot act for {player}",
    "seat/taken": "{player} has a seat already",
    "secret/none": "round {round} was opened without a commitment: it has no secret",
    "secret/not-ended": "round {round} is not among the ended rounds that the table keeps",
    "secret/revealed": "the secret of round {round} is revealed already",
    "secret/sealed": "the secret of round {round} does not open with the keys of this house",
    "shift/not-started": "no shift has begun at {table}",
    "shift/running": "the shift {shift} has not ended yet",
    "second-factor/code-needed": "this takes a code of your second factor",
    "second-factor/enrolled": "{name} has a second factor: have it reset to enrol another",
    "second-factor/needed": "{name} cannot approve without a second factor: enrol one first",
    "second-factor/none": "{name} has no second factor",
    "second-factor/not-begun": "there is nothing to enrol: begin anew",
    "second-factor/wrong-code": (
        "that code does not count: it is wrong, too old, or was used already. Wait for the next"
    ),
    "sign-in/code-needed": "a code of your second factor is needed as well",
    "sign-in/locked": "the session is locked: sign in again with the password",
    "sign-in/needed": "nobody is signed in here: sign in first",
    "sign-in/refused": "the name or the password is wrong, or the person may not sign in",
    "sign-in/throttled": "too many attempts: try again in {wait_s} seconds",
    "spin/again": "the ball is not spun again within a round that is {phase}",
    "spin/bad-revolutions": "a ball makes 0 to {max} revolutions, not {given}",
    "spin/before-close": "bets must be closed before the ball is spun",
    "spin/contradiction": "the report contradicts itself: {one}, and {other}",
    "spin/not-an-irregularity": "a spin report of {book} cannot tell {happened}",
    "staff/acting": "{name} acts as {position} already: withdraw that first",
    "staff/bad-hours": "an appointment is for 1 to {max} hours",
    "staff/bad-name": "{name} is no name for staff: {reason}",
    "staff/disabled": "{name} is disabled already",
    "staff/enabled": "{name} is not disabled",
    "staff/name-taken": "{name} is the name of a person or a terminal here already",
    "staff/not-acting": "{name} acts in no other position",
    "staff/not-above": "{name} is {own}: an appointment is to a higher position",
    "staff/not-serving": "{name} is not on the staff as {position} now",
    "staff/not-signed-in": "this is for staff who have signed in",
    "staff/old-password-needed": (
        "{name} changes their own password only with the old one: under their name, not in the list"
    ),
    "staff/own-self": "{name} cannot do that to themselves: someone else must",
    "staff/same-password": "the new password is the old one: choose another",
    "staff/same-position": "{name} is {position} already",
    "staff/unknown": "nobody on the staff is called {name}",
    "staff/common-password": (
        "that password is too easy to guess: it is made of common words, names, years or keys side "
        "by side. A few words that have nothing to do with each other are a good one"
    ),
    "staff/weak-password": "a password has {min} to {max} characters and does not hold the name",
    "stakes/not-accepted": "{book} does not take {chips}: it takes {known}",
    "table/closed": "{table} is closed",
    "table/open": "{table} is open already",
    "table/round-in-play": "{action} is not possible while round {round} is in play",
    "table/still-seated": "the table cannot close while these have seats: {players}",
    "table/unknown": "there is no table {table} in this house",
    "terminal/bad-name": "{name} is no name for a terminal: {reason}",
    "terminal/name-taken": (
        "{name} is the name of a person or a terminal here already: leave it out, or withdraw "
        "that terminal first"
    ),
    "terminal/no-such-profile": "no book of a table here has a terminal profile {profile}: "
    "there are {known}",
    "terminal/no-visitors": "this house enrols its terminals: it is no demonstration",
    "terminal/none": "there is no terminal {name} in this house",
    "terminal/not-enrolled": "this is for enrolled terminals and for staff who have signed in",
    "terminal/unknown": (
        "no terminal of this house has that token: it is used already, too old, or was none"
    ),
    "terminal/withdrawn": "the terminal {name} was withdrawn: enrol it again",
    "usage/bad-arguments": "{reason}",
    "usage/bad-output": "{reason}",
    "visitor/credit": "a visitor may buy in for at most {most} cents, not {amount}",
    "void/before-the-spin": "{given} is about the run of a ball that is not spun yet",
    "void/interruption-needed": (
        "{given} is about an interruption, and round {round} has none on record"
    ),
    "void/never-settled": "{given} ends a round in play: it cannot void one that is settled",
    "void/own-wheel": "{given} is about a ball and a wheel that people see: this wheel has none",
    "voucher/bad-number": "that is not the number of a voucher: 26 letters and digits",
    "voucher/expired": "the voucher was to be redeemed by {expires_ms} (ms since 1970)",
    "voucher/expires-too-soon": "a voucher cannot expire at {expires_ms}: it is {now_ms} already",
    "voucher/none-past": "no voucher is past its time",
    "voucher/number-needed": "a voucher needs a number and the moment at which it expires",
    "voucher/number-used": "there is a voucher with that number already",
    "voucher/redeemed": "that voucher is redeemed already",
    "voucher/too-many-wrong": "too many numbers were wrong: wait {seconds} s",
    "voucher/unknown": "the house has no such voucher",
    "wager/bad-count": "{count} wagers cannot be placed at once: 1 to {max} can",
    "wager/empty": "there is no wager in {text!r}: write one such as straight:17 or red",
    "wager/less-there": "{player} has {there} cents on {wager}, less than {amount}",
    "wager/none-lying": "{player} has no wager lying",
    "wager/not-divisible": (
        "{amount} cents do not divide over the {pieces} pieces of {wager}: "
        "{lower} or {higher} would"
    ),
    "wager/not-offered": "{book} has no {kind} wager: it has {known}",
    "wager/not-offered-here": "the {profile} terminal does not offer {kind}: it offers {known}",
    "wager/none-by-staff": "staff have placed nothing on {wager} for {player}",
    "wager/not-on-layout": "{wager} is not on this layout: {reason}",
    "wager/nothing-there": "{player} has nothing on {wager}",
    "wager/repeated-number": "{text!r} names {number} twice",
    "wager/selection-missing": "{kind} needs a selection, such as {example}",
    "wager/selection-not-wanted": "{kind} is a whole wager: write it without {selection!r}",
    "wager/unknown-kind": "{text!r} is not a wager: {hint}",
    "wager/unknown-number": "{number!r} in {text!r} is no number of {book}: it has {known}",
    "wager/wrong-count": "{kind} takes {wanted}, and {text!r} has {given}: write {example}",
    "wheel/doubted": (
        "the outcome came from the wheel, and a fault came after it: enter it yourself, "
        "then confirm it"
    ),
    "wheel/no-sensor": "the wheel of {table} has no sensor that takes orders",
    "wheel/not-heard": "the wheel of {table} is not heard: {order} would not reach it",
    "wheel/not-now": "{order} cannot be given to the wheel now: {reason}",
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """A no, with its stable code, the clause that says it (if one does) and the figures."""

    code: str
    clause: str | None = None
    figures: Mapping[str, object] = field(default_factory=dict)
    about: str | None = None
    """Which of several things that were asked for at once it is about."""

    @property
    def message(self) -> str:
        """What was wrong and what would be right, in a sentence."""
        said = MESSAGES[self.code].format(**self.figures)
        return said if self.about is None else f"{self.about}: {said}"


def refusal(code: str, clause: str | None = None, /, **figures: object) -> Refusal:
    """Make a refusal from its code, its clause and its figures by name."""
    return Refusal(code, clause, figures)


class CroupierError(ValueError):
    """Something the rules refuse; the refusal says what and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    def __str__(self) -> str:
        return self.refusal.message

    @property
    def code(self) -> str:
        """The stable code, ``area/what-is-wrong``."""
        return self.refusal.code

    @property
    def clause(self) -> str | None:
        """The clause that refuses, where there is one."""
        return self.refusal.clause


class NotationError(CroupierError):
    """The text is not a wager, or not a round, at all."""


class WagerError(CroupierError):
    """It is a wager, but not one of this book or layout."""


class LimitsError(CroupierError):
    """The book refuses it for the table's limits."""


class RoundError(CroupierError):
    """What was given does not make a round that can be settled."""


def require_label(number: object) -> None:
    """Refuse a number of the wheel that is not given by its label: 0 is not "0", nor "00"."""
    if not isinstance(number, str):
        example = str(number) if type(number) is int else "17"
        raise RoundError(refusal("round/number-not-text", number=number, example=example))


class BookError(CroupierError):
    """There is no such book or clause, or a book's data file is wrong."""
