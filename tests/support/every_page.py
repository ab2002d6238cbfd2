"""Every page of the app, in a carnet with content of every kind, written without taps."""

from __future__ import annotations

import datetime as dt
import random
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from sqlalchemy import update
from support import instances, phones
from support.totals import keep_points_only
from web.people import invited, join_carnet
from web.playing import bid, lead, play_quickly
from web.visitor import Visitor
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.test import run_wsgi_app

from scorekeeper.games import GAMES
from scorekeeper.record.carnet import carnets, debts, decisions, kept_questions
from scorekeeper.record.carnet.regrouping import join_soirees
from scorekeeper.record.database import db, writing
from scorekeeper.record.database.schema import prepare
from scorekeeper.record.models import Change, Partie, Role, Soiree, StakePer
from scorekeeper.record.partie.open_partie import open_partie
from scorekeeper.record.sharing import accesses
from scorekeeper.web import create_app
from scorekeeper.web.games import PAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from _typeshed.wsgi import StartResponse, WSGIEnvironment
    from flask import Flask
    from playwright.sync_api import Browser, Page
    from web.visitor import Table

# Names of 24 letters without a place to break; one is as wide as 24 letters can be.
LONG = (
    "Maximilienne-Alexandrine",
    "Wilhelminaconstantinople",
    "Anne",
    "Mmmmmmmmmmmmmmmmmmmmmmmm",
    "Luc",
    "Jean-Christophe-Amandine",
    "Constantinoplewilhelmina",
    "Шарлоттамаксимилиановнаа",
)
NAMES = ("Anne", "Luc", "Zoé", "Maximilienne-Alexandrine", "Inès", "Paul", "Renée", "Aziz")
# The messages of Chromium about pages that are errors or refusals.
PROVOKED = ("status of 404", "status of 400", "status of 422")
# Scripts that lead to some of the pages.
_TURN = "depth => document.querySelector(`.segments [value='${depth}']`).click()"
_RECORD_LATE = """() => {
  const entry = document.querySelector("#entry form:has([name='H-0'])");
  entry.querySelector("[name='version']").value -= 1;
  entry.querySelector("[name='number']").value -= 1;
  [6, 4, 2, 1].forEach((count, seat) => { entry.querySelector(`[name='H-${seat}']`).value = count; });
  entry.querySelector("[name='QS'][value='1']").checked = true;
  entry.requestSubmit(document.getElementById("record"));
}"""
_SEND = """([selector, values]) => {
  const button = document.querySelector(selector);
  for (const [name, value] of Object.entries(values)) button.form.elements[name].value = value;
  button.form.requestSubmit(button);
}"""
_PREVIEW_TEAMS = """() => {
  document.getElementById("option-teams").value = "true";
  document.querySelector("form[action$='/rules'] .dock button").click();
}"""
_PREVIEW_EXCHANGE = """() => {
  document.querySelectorAll(".chip input").forEach((box, seat) => { box.checked = seat < 2; });
  document.querySelector("form[action$='/players'] .dock button").click();
}"""
_WITHOUT_ACCESS = {"welcome", "first table", "first table, to name"}
# The tools of the rules search, with the input that shows most.
_TOOLS = {
    "hearts": (
        "cards?leader=1&card=2C.KC.AC.QS&later=1",
        "cards?card=2C.5D.4C.KC.6C.7C.8C",
        "pile?card=QS.5H",
        "what-if",
    ),
    "spades": ("cards?card=2C.KC.AC.2S", "cards?card=2C&seat=1&hand=3C.4C", "pile?bid-0=nil&bid-2=4&tricks=6&nil-0=1"),
    "piquet": ("cards?card=7H", "cards?card=7H&seat=1", "pile?card=AS.KS.QS", "irregularities?said=nyny"),
}
_DOWNLOADS = {
    "exchange.whole",
    "exchange.table",
    "exchange.take",
    "sheets.score",
    "sheets.judge",
}
_NOT_PAGES = {
    "years.months_moved",
    "years.statistics_moved",
    "home.ready",
    "home.up",
    "install.robots",
    "install.security_txt",
    "static",
    "install.manifest",
    "install.worker",
    *_DOWNLOADS,
}


class Quiet(WSGIRequestHandler):
    """A request handler without a log."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Log nothing."""


class DemoApplication:
    """The application in this process, with a carnet."""

    def __init__(self, folder: Path) -> None:
        url = f"sqlite:///{folder / 'scorekeeper.sqlite3'}"
        prepare(url)
        self.app: Flask = create_app(
            {"DATABASE_URL": url, "SECRET_KEY": "for the tests", "INSTANCE": instances.with_caches(folder)}
        )
        self.visitor = Visitor(self.app).with_carnet("Les jeudis de la Marine")

    @contextmanager
    def serve(self) -> Iterator[str]:
        """Serve the application, and yield its URL."""
        server = make_server("127.0.0.1", 0, self._answer_whole, threaded=True, request_handler=Quiet)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.port}"
        server.shutdown()
        with self.app.app_context():
            db.engine.dispose()

    def _answer_whole(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer from memory: the server leaves a static file open where the browser goes away."""
        body, status, headers = run_wsgi_app(self.app, environ, buffered=True)
        start_response(status, list(headers))
        return body

    @contextmanager
    def phone(self, browser: Browser, locale: str = "fr-FR", *, dark: bool = False) -> Iterator[Page]:
        """Serve the application, and yield a phone with access to the carnet."""
        with self.serve() as url:
            opened = phones.Phones(browser, url)
            page = opened.open(locale, dark=dark)
            phones.copy_access(page, url, self.visitor)
            yield page
            opened.close()


class EveryPage(DemoApplication):
    """The application with content of every kind, and the paths of its pages by name."""

    def __init__(self, folder: Path, names: tuple[str, ...] = LONG) -> None:
        """Create and fill the carnet; players are seated in the order of `names`."""
        super().__init__(folder)
        self.others: dict[str, Visitor] = {}
        self.scripts: dict[str, tuple[str, Any, str]] = {}  # script, its argument, the selector it leads to
        self.sent: set[str] = set()  # the answers to forms, whose sentences may have long names
        self.paths = dict(self._fill(names))

    def visit(self, page: Page, url: str, name: str) -> None:
        """Open a page, with access to the carnet unless this would redirect."""
        if name not in _WITHOUT_ACCESS:
            phones.copy_access(page, url, self.others.get(name, self.visitor))
        page.goto(self.paths[name])
        if name in self.scripts:
            script, argument, shown = self.scripts[name]
            page.evaluate(script, argument)
            page.wait_for_selector(shown)

    def missing(self) -> set[str]:
        """Return the endpoints of pages that none of the paths reaches."""
        adapter = self.app.url_map.bind("localhost")
        shown = {adapter.match(path.partition("?")[0])[0] for path in self.paths.values() if path != "/nulle/part"}
        rules = self.app.url_map.iter_rules()
        return {rule.endpoint for rule in rules if "GET" in (rule.methods or ())} - shown - _NOT_PAGES

    def _fill(self, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        visitor, carnet = self.visitor, self.visitor.carnet
        yield from {
            "welcome": "/",
            "first table": "/begin/hearts",
            "first table, to name": "/begin/scoresheet?name=Piquet",
            "carnets": "/carnets",
            "open": "/open",
            "import": "/import",
            "nowhere": "/nulle/part",
            "offline": "/offline",
        }.items()
        yield from {"paper": "/print", "paper, blank": "/print/hearts?seats=5"}.items()
        yield from {f"article {number}": f"/rules/{number}" for number in ("DP-21", "PI-5", "T-5")}.items()
        yield from {f"{slug}, calculator": f"/calculator/{slug}" for slug in PAGES if PAGES[slug].calculator}.items()
        yield from _rulebook()
        for game in GAMES.values():
            counts = {count for preset in game.presets for count in preset.seats}
            usual = 4 if 4 in counts else min(counts)
            for count in sorted(counts & {usual, 6, 8}):
                yield from self._game(game.slug, names[:count], whole=count == usual)
        table = visitor.set_table(*names[:4])
        with self.visitor.writing():
            carnets.retire_player(carnets.add_player(visitor.row(), "Odette"))
        yield from self._rules_search(table)
        own = "code", "settings", "players", "soirees/new", "decisions", "questions", "exchange"
        yield from {name: f"{carnet}/{name}" for name in own}.items()
        by_totals = self._by_totals(names[:4])
        yield from {"partie by totals": by_totals, "partie by totals, printed": f"{by_totals}/print"}.items()
        yield "carnet", f"{carnet}/"
        yield self._sent("open, refused", "/open", "form.stack button", code="0000-0000-0000-0000")
        yield self._sent("players, one refused", f"{carnet}/players", "form.inline button", name=names[0])
        self.others["carnet, empty"] = self.others["players, none"] = empty = Visitor(self.app).with_carnet()
        yield from {"carnet, empty": f"{empty.carnet}/", "players, none": f"{empty.carnet}/players"}.items()
        self.others["several carnets"] = Visitor(self.app).open_carnet().open_carnet("Tournoi de Noël")
        yield "several carnets", "/"
        self.others["first table, seated"] = self.others["carnet, closed"] = stranger = Visitor(self.app)
        for name in names[:4]:
            stranger.press("/begin/spades", "/begin/spades", {"name": name})
        yield from {"first table, seated": "/begin/spades", "carnet, closed": "/c/nobody/"}.items()
        yield from self._shared(names)
        player = f"{carnet}/players/{table.players[names[0]]}"
        yield from {"player": player, "player, edit": f"{player}/edit"}.items()
        yield "pair", f"{player}/with/{table.players[names[2]]}"
        yield from ((f"statistics, {slug}", f"{carnet}/years/all?game={slug}") for slug in GAMES)
        yield "soirée", table.soiree
        yield "soirée, on a big screen", f"{table.soiree}/screen"
        yield "soirée, its form", f"{table.soiree}/edit"
        yield "soirée, to join", f"{table.soiree}/join"
        yield "soirée, complete", self._complete_soiree(names)
        yield from self._earlier_evening(names)
        yield "partie, to move", f"{table.partie}/move"
        yield "search", f"{carnet}/search?q=volte"
        yield from ((f"year, {year}", f"{carnet}/years/{year}") for year in ("2026", "2019", "all"))
        yield "soirée, its stake", f"{table.soiree}/stake"
        yield "table", f"{table.soiree}/table"
        named = visitor.set_table(*names[:4], game="scoresheet:most:Rami des vingt-quatre le", teams=2, total=162)
        self._play(named, 2)
        yield "partie of a named game", named.partie
        yield "table, to name", f"{named.soiree}/table?{named.seats}&game=scoresheet"
        yield "table, seated", f"{table.soiree}/table?{table.seats}"

    def _shared(self, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The pages of an invitation, and of a guest who plays in the soirée."""
        table = self.visitor.set_table(*names[:4])
        self._play(table, 2)
        own = accesses.Joiner(player_id=table.players[names[0]])
        guest = join_carnet(self.visitor, table=table, joiner=own)
        join_carnet(self.visitor, Role.MARQUEUR, joiner=accesses.Joiner("Mamie Jacqueline"))
        carnet = self.visitor.carnet
        made = self.visitor.press(f"{carnet}/invite?soiree={table.soiree_id}", "/invite", {"kind": "soiree"})
        yield "invitation", str(made.location)
        yield "to invite", f"{carnet}/invite?soiree={table.soiree_id}"
        yield "people", f"{carnet}/people"
        yield "invitation's link", "/join"
        manche = self.visitor.manche_ids(table)[0]
        watched = {"partie": table.partie, "soirée": table.soiree, "manche": f"{table.partie}/manches/{manche}"}
        for name, address in {**watched, "phone": f"{carnet}/me"}.items():
            self.others[f"guest's {name}"] = guest
            yield f"guest's {name}", address
        self.others["invited"] = Visitor(self.app)
        with self.others["invited"].client.session_transaction() as session:
            session["invited"] = invited(self.visitor, soiree_id=table.soiree_id)[1]
        yield "invited", "/join/who"

    def _by_totals(self, names: tuple[str, ...]) -> str:
        """A partie by totals."""
        table = self.visitor.set_table(*names)
        with self.visitor.writing():
            partie = db.session.get_one(Partie, table.partie_id)
            with open_partie(partie, None, self.visitor.access()) as opened:
                keep_points_only(opened, [0, 3, 6, 9], [26, 26, 26, 26], [10, 9, 8, 7], [-2, -2, -2, -2])
        return table.partie

    def _complete_soiree(self, names: tuple[str, ...]) -> str:
        """A soirée with notes and complete parties of every game."""
        tables = []
        for game in GAMES.values():
            preset = next(one for one in game.presets if min(one.seats) <= 4)
            count = max(seats for seats in preset.seats if seats <= 4)
            tables.append(self.visitor.set_table(*names[:count], game=game.slug, **preset.options))
            self._play(tables[-1], 99)
        with self.visitor.writing():
            first, *others = [db.session.get_one(Soiree, table.soiree_id) for table in tables]
            for other in others:
                join_soirees(first, other, self.visitor.access())
            carnets.edit_soiree(first, 1, first.held_on, first.place, "Inès a apporté le gâteau.\nLuc a tout mangé.")
        return tables[0].soiree

    def _earlier_evening(self, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
        """The pages of a soirée that is over, and of its ended partie; the other one is unfinished."""
        ended, unfinished = (self.visitor.set_table(*names[:4], limit=limit) for limit in (50, 1000))
        self._play(ended, 99)
        self._play(unfinished, 2)
        with self.visitor.writing() as session:
            soirees = (session.get_one(Soiree, table.soiree_id) for table in (ended, unfinished))
            join_soirees(*soirees, self.visitor.access())
            played = Change.partie_id.in_([ended.partie_id, unfinished.partie_id])
            session.execute(update(Change).where(played).values(at=dt.datetime(2026, 11, 21, 23, tzinfo=dt.UTC)))
        yield "soirée, of an earlier evening", ended.soiree
        yield "partie, of an earlier evening", ended.partie

    def _rules_search(self, table: Table) -> Iterator[tuple[str, str]]:
        """The rules search of a partie of Dame de Pique with a manche: another house rule, and the decisions."""
        self._play(table, 1)
        with self.visitor.writing():
            partie = db.session.get_one(Partie, table.partie_id)
            texts = "La manche est annulée, et l’on redonne", "Au dernier pli, on laisse courir, et l’on redonne. " * 3
            for case, text in zip(("revoke", None), texts, strict=True):
                decisions.log_decision(partie, "DP-12", case, text, self.visitor.access())
            for question in ("pourquoi ça marche pas ?", "On avait dit que le roi de cœur comptait double. " * 8):
                kept_questions.keep_question(self.visitor.row(), "hearts", question)
        search = f"{table.partie}/desk"
        yield "rules search, a question", f"{search}?q=fournir"
        yield "rules search, another house rule", f"{search}/quarrels/what_the_queen_costs"
        yield "rules search, no house rule", f"{search}/quarrels/revoke"
        yield "rules search, an article", f"{search}/articles/DP-12"
        yield "rules search, an article and its house rule", f"{search}/articles/DP-18"

    def _game(self, slug: str, names: tuple[str, ...], *, whole: bool) -> Iterator[tuple[str, str]]:
        """The pages of a game for these players; all of them if `whole`, else those that show every player."""
        game, named = GAMES[slug], f"{slug} for {len(names)}"
        preset = next(one for one in game.presets if len(names) in one.seats)
        table = self.visitor.set_table(*names, game=slug, **preset.options)
        yield f"{named}, rules", f"{table.soiree}/rules?{table.seats}&game={slug}"
        yield f"{named}, new", self.visitor.set_table(*names, game=slug, **preset.options).partie
        self._play(table, 3)
        yield named, table.partie
        yield f"{named}, entry", f"{table.partie}?entry=open"
        yield f"{named}, cards", f"{table.partie}/cards"
        manche = f"{table.partie}/manches/{self.visitor.manche_ids(table)[0]}"
        yield f"{named}, manche", manche
        yield f"{named}, printed", f"{table.partie}/print"
        yield f"{named}, blank", f"{table.partie}/print/blank"
        if not whole:
            return
        yield f"{named}, entry alone", table.new
        yield f"{named}, lines", f"{manche}/lines"
        yield f"{named}, rules of the partie", f"{table.partie}/rules"
        yield f"{named}, its dealer", f"{table.partie}/dealer"
        yield f"{named}, its players", f"{table.partie}/players"
        yield f"{named}, a player to replace", f"{table.partie}/players/0"
        search = f"{table.partie}/desk"
        yield f"{named}, rules search", f"{search}?q=pli"
        if slug == "hearts":
            self.scripts["rules of the partie, their consequences"] = _PREVIEW_TEAMS, "", ".change-preview tbody"
            self.scripts["names to exchange"] = _PREVIEW_EXCHANGE, "", ".change-preview li"
            yield from {
                "names to exchange": f"{table.partie}/players",
                "rules of the partie, their consequences": f"{table.partie}/rules",
                **self._replaced(names),
                "rules search, rules of the table": f"{search}/table",
                "rules search, moment": f"{search}/moments/first_trick",
                "rules search, disputed case": f"{search}/quarrels/queen_on_first_trick",
            }.items()
        yield from ((f"{named}, tool {tool}", f"{search}/tools/{tool}") for tool in _TOOLS.get(slug, ()))
        yield f"{named}, what if", f"{search}/tools/what-if?manche={self.visitor.manche_ids(table)[0]}&if=1"
        ended = self.visitor.set_table(*names, game=slug, **preset.options)
        self._play(ended, 99)
        yield f"{named}, ended", ended.partie
        yield f"{named}, ended and printed", f"{ended.partie}/print"
        with self.visitor.writing():
            debts.set_stake(db.session.get_one(Soiree, ended.soiree_id), StakePer.PARTIE, 50)
        yield f"{named}, soirée with a stake", ended.soiree
        if slug == "hearts":
            yield "soirée, printed", f"{ended.soiree}/print"
        yield from self._current_manche(slug, named, self.visitor.set_table(*names, game=slug, **preset.options))

    def _sent(self, name: str, path: str, button: str, /, *, shown: str = "#refusal", **values: str) -> tuple[str, str]:
        """The answer to a form of a page, sent with these values by this button."""
        self.scripts[name] = _SEND, [button, values], shown
        self.sent.add(name)
        return name, path

    def _changed(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """A partie with a deleted manche, an abandoned one, and the forms of a new one that are not carried out."""
        deleted, abandoned, new = (self.visitor.set_table(*names) for _ in range(3))
        self._play(deleted, 2)
        manche = self.visitor.manche(deleted)
        self.visitor.press(manche, "/delete")
        self.visitor.press(abandoned.partie, "/abandon")
        yield from {"manche, deleted": manche, "partie, a manche deleted": f"{deleted.partie}?order=seats"}.items()
        yield "partie, abandoned", abandoned.partie
        rules, entry = f"{new.soiree}/rules?{new.seats}&game=hearts", f"{new.partie}?entry=open"
        no_such_deck = {"option-deck": '"36"', "option-queen_points": "13"}
        yield self._sent("rules, refused", rules, "form[action$='/rules'] .dock button", **no_such_deck)
        yield self._sent("entry, refused", entry, "#record", **{"H-0": "13", "H-1": "13"})
        typed = {"H-0": "5", "volte": "0"}
        yield self._sent("entry, volte over what was typed", entry, "#record", shown=".question", **typed)
        whole = {"H-0": "13", "H-1": "0", "H-2": "0", "H-3": "0", "QS": "0"}
        yield self._sent("entry, volte to confirm", entry, "#record", shown=".question", **whole)
        expired = "form[hx-boost='false'] button.primary"
        yield self._sent("form, expired", entry, "#record", shown=expired, csrf_token="too old")  # noqa: S106

    def _current_manche(self, slug: str, named: str, table: Table) -> Iterator[tuple[str, str]]:
        """The pages of a partly entered manche."""
        if slug == "hearts":
            lead(self.visitor, table, 0)
            play_quickly(self.visitor, table, ["KC", "3C", "AC"])
            yield f"{named}, cards played", f"{table.partie}/cards"
            yield f"{named}, a card that breaks a rule", self._breach(table.players)
            yield f"{named}, a card to replace", f"{table.partie}/cards?instead_of=1"
            hand = f"{table.partie}/cards?hand=1"
            yield f"{named}, a hand to lay open", hand
            yield self._sent(f"{named}, a hand refused", hand, "#laying button")
            yield from self._changed(table.players)
            conflict = f"{named}, a conflict"
            self.scripts[conflict] = _RECORD_LATE, "", ".conflict"
            late = self.visitor.set_table(*table.players)
            self._play(late, 2)
            yield conflict, f"{late.partie}?entry=open"
            yield f"{named}, current manche", table.partie
            played = self.visitor.set_table(*table.players)
            lead(self.visitor, played, 0)
            play_quickly(self.visitor, played, ["AC", "KC", "QC", "10D"])
            self.visitor.record(played)
            yield f"{named}, tricks", f"{played.partie}/manches/{self.visitor.manche_ids(played)[0]}/tricks"
        if slug == "spades":
            bid(self.visitor, table, 3)
            bids = f"{table.partie}?entry=open"
            yield f"{named}, one bid", bids
            yield self._sent(f"{named}, a bid refused", bids, "[name='bid'][value='blind_nil']")
            whole = self.visitor.set_table(*table.players, game=slug)
            bid(self.visitor, whole, 3, "nil", 4, 2)
            result = f"{whole.partie}?entry=open"
            yield f"{named}, all bids", result
            yield self._sent(f"{named}, a result refused", result, "#record", **{"tricks-0": "14"})
        if slug == "piquet":
            self.visitor.call(table, {"point": "1", "point_cards": "5"})
            yield f"{named}, called", f"{table.partie}?entry=open"
            for depth in ("declared", "hands"):  # each at its own table: the browser stores the entry
                fresh = self.visitor.set_table(*table.players, game=slug)
                self.scripts[f"{named}, {depth}"] = _TURN, depth, f".segments [value='{depth}'][aria-current]"
                yield f"{named}, {depth}", f"{fresh.partie}?entry=open"

    def _replaced(self, names: tuple[str, ...]) -> dict[str, str]:
        """The pages of a partie in which two players were replaced, one of them from the next manche on."""
        table = self.visitor.set_table(*names)
        for seat, name in ((0, "Bartholomé-Emmanuel"), (1, "Ève")):
            self._play(table, 2)
            self.visitor.press(f"{table.partie}/players/{seat}", f"/players/{seat}", {"name": name})
        return {
            "replaced players": table.partie,
            "replaced players, their list": f"{table.partie}/players",
            "replaced players, printed": f"{table.partie}/print",
        }

    def _breach(self, names: Iterable[str]) -> str:
        """The last seat had no club, and now plays one (T-4)."""
        table = self.visitor.set_table(*names)
        lead(self.visitor, table, 0)
        play_quickly(self.visitor, table, ["AC", "KC", "5D", "3C", "QC"])
        return f"{table.partie}/cards?card=JC"

    def _play(self, table: Table, most: int) -> None:
        """Record at most that many manches, or play the partie to its end."""
        chance = random.Random(26)
        with self.app.app_context():
            partie = db.session.get_one(Partie, table.partie_id)
            for _ in range(most):
                with writing(), open_partie(partie, None, self.visitor.access()) as opened:
                    if opened.scored.over:
                        return
                    opened.record(PAGES[partie.game].sample(opened.scored, chance), "Zoé rit")


def _rulebook() -> Iterator[tuple[str, str]]:
    """The pages of the rulebook and of the rules search without a partie."""
    yield "rulebook", "/rules"
    yield "rulebook, a question", "/rules?q=capot"
    yield from ((f"{slug}, book", f"/rules/{slug}/book") for slug in GAMES)
    for page in ("table", "desk", "desk?q=", "moments/count", "quarrels/volte?moon=self_minus"):
        yield f"any table, {page}", f"/rules/hearts/{page}"
    for tool in ("cards", "pile"):
        yield f"any table, {tool}", f"/rules/hearts/tools/{tool}?deck=belmont&teams=true&seats=8&card=QS"
    yield "any table, irregularities", "/rules/piquet/tools/irregularities"
