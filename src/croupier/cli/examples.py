"""An example of each command, which its help ends with.

They follow one another in one folder: ``house.toml`` is made by the first of a house,
``croupier-data`` is what a house with it leaves, and ``round.json``, ``round.toml`` and
``numbers.txt`` are files of one's own.
"""

from collections.abc import Mapping

EXAMPLES: Mapping[str, str] = {
    "books": "croupier books --json",
    "wagers": "croupier wagers edz-2020",
    "rules": "croupier rules sands-2019 5.15",
    "odds": "croupier odds sands-2019 --spread red=500,straight:17=100",
    "par": "croupier par racetrack-2012 -o sheet.html",
    "simulate": "croupier simulate sands-2019 --strategy martingale --wager red --spins 1e3",
    "lab compare": "croupier lab compare racetrack-2012 flat martingale --wager red --sessions 1e4",
    "lab validate": "croupier lab validate edz-2020 --spins 1e6 --key lab.pem -o report.json",
    "lab check": "croupier lab check report.json",
    "lab rng": "croupier lab rng racetrack-2012 --file numbers.txt",
    "settle": "croupier settle round.json --json",
    "replay": "croupier replay round.toml",
    "demo": "croupier demo",
    "layout": "croupier layout sands-2019 --highlight top-line -o felt.svg",
    "wheel": "croupier wheel edz-2020 --highlight neighbours:17 -o wheel.svg",
    "init": "croupier init house.toml",
    "check": "croupier check house.toml",
    "staff add": "croupier staff add dora --position dealer --house house.toml",
    "staff disable": "croupier staff disable dora --reason 'on leave' --house house.toml",
    "staff enable": "croupier staff enable dora --reason 'back from leave' --house house.toml",
    "staff move": (
        "croupier staff move dora --position pit-supervisor --reason promoted --house house.toml"
    ),
    "staff appoint": (
        "croupier staff appoint dora --position pit-manager --reason 'short of staff' --hours 4 "
        "--house house.toml"
    ),
    "staff end-appointment": (
        "croupier staff end-appointment dora --reason 'staff came' --house house.toml"
    ),
    "staff passwd": "croupier staff passwd dora --house house.toml",
    "staff reset-second-factor": (
        "croupier staff reset-second-factor dora --reason 'phone lost' --house house.toml"
    ),
    "staff list": "croupier staff list --house house.toml",
    "terminal enrol": "croupier terminal enrol t-1 t-2 --house house.toml",
    "terminal list": "croupier terminal list --house house.toml --json",
    "device enrol": "croupier device enrol acceptor-1 --terminal t-1 --house house.toml",
    "device list": "croupier device list --house house.toml",
    "device withdraw": "croupier device withdraw acceptor-1 --reason jammed --house house.toml",
    "terminal withdraw": "croupier terminal withdraw t-2 --reason broken --house house.toml",
    "adopt": "croupier adopt --house house.toml",
    "lost": "croupier lost voucher.key --reason 'the disk died' --house house.toml",
    "accept-loss": "croupier accept-loss --reason 'the disk died' --house house.toml",
    "serve": "croupier serve --port 8001",
    "verify": "croupier verify croupier-data",
    "journal": "croupier journal croupier-data --round 1",
    "export": "croupier export croupier-data --table roulette-1 --what wagers -o wagers.csv",
    "backup": "croupier backup croupier-data backup",
    "restore": "croupier restore backup restored",
    "archive": "croupier archive croupier-data --days 90",
    "prepare": "croupier prepare postgresql:///croupier --writer croupier --reader auditor",
    "move": "croupier move croupier-data postgresql:///croupier",
    "fair record": "croupier fair record croupier-data --table roulette-1 --round 1 > proof.json",
    "fair check": "croupier fair check proof.json",
}
