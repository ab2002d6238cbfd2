"""Piquet in words: its house rules, its announcements, the running count, and why a coup is refused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from flask_babel import lazy_gettext

from scorekeeper.cards.cards import Rank
from scorekeeper.games.contract import Line
from scorekeeper.games.piquet.declarations import Category
from scorekeeper.games.piquet.options import Format
from scorekeeper.games.piquet.settlement import COUPS, DOUBLED_COUPS, RUBICON, TIE_COUPS, is_void, sub_games
from scorekeeper.web.language import card_words
from scorekeeper.web.saying import gettext, ngettext
from scorekeeper.web.words.table import figure, labelled, player, quoted, table_fault, unexplained, whole_figure

if TYPE_CHECKING:
    from flask_babel import LazyString

    from scorekeeper.games.contract import ImpossibleError, Manche
    from scorekeeper.games.piquet.audit import Refuted
    from scorekeeper.games.piquet.counting import NearMiss, Step
    from scorekeeper.games.piquet.declarations import Declarations
    from scorekeeper.games.piquet.facts import PiquetFacts
    from scorekeeper.games.piquet.options import PiquetOptions

ARTICLE_PREFIX = "PI"

NAME: LazyString = lazy_gettext("Piquet")
TAGLINE: LazyString = lazy_gettext("À deux, 32 cartes : annoncez votre main, puis comptez chaque pli à voix haute.")

PRESETS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Six coups"),
    "rubicon": lazy_gettext("Piquet rubicon"),
    "seche_100": lazy_gettext("Sèche en 100"),
    "seche_150": lazy_gettext("Sèche en 150"),
    "seche_221": lazy_gettext("Sèche en 221"),
    "liee_150": lazy_gettext("Liée en 150"),
    "anglais": lazy_gettext("À l’anglaise"),
}
PRESET_LINES: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Six coups, puis l’écart et 100 points de partie ; sous 100, le perdant est au rubicon."),
    "rubicon": lazy_gettext("Quatre coups, le premier et le dernier comptés double."),
    "seche_100": lazy_gettext("Une partie courte : la première marque à 100 points gagne."),
    "seche_150": lazy_gettext("Une seule partie : la première marque à 150 points gagne."),
    "seche_221": lazy_gettext("Une partie longue : la première marque à 221 points gagne."),
    "liee_150": lazy_gettext("Des sèches en 150 : qui en gagne deux gagne la liée."),
    "anglais": lazy_gettext("Six coups ; un pli gagné sur sa propre entame ne compte qu’une fois."),
}

OPTIONS: dict[str, tuple[LazyString, LazyString]] = {
    "format": (
        lazy_gettext("Partie"),
        lazy_gettext("Combien de coups on joue, et comment se règle la partie."),
    ),
    "target": (
        lazy_gettext("Points à atteindre"),
        lazy_gettext("Le but d’une sèche ; les parties en six ou quatre coups n’en ont pas."),
    ),
    "won_own_lead": (
        lazy_gettext("Pli gagné sur sa propre entame"),
        lazy_gettext("Ce que marque celui qui entame un pli et le gagne aussi."),
    ),
    "low_card_points": (
        lazy_gettext("Petites cartes"),
        lazy_gettext("Ce que rapporte une entame ou un pli pris avec un 9, un 8 ou un 7."),
    ),
    "capot_last_trick": (
        lazy_gettext("Dernier pli d’un capot"),
        lazy_gettext("Si le dernier pli garde son point de plus quand un seul joueur prend les douze."),
    ),
    "pic_window": (
        lazy_gettext("Moment du pic"),
        lazy_gettext("Jusqu’à quand le premier en cartes peut arriver à 30 avant que l’autre ne marque."),
    ),
    "repic_needs_zero_opponent": (
        lazy_gettext("Repic"),
        lazy_gettext("Trente en annonces avant la première carte rapportent 60 points de plus."),
    ),
    "carte_blanche_shown": (
        lazy_gettext("Carte blanche montrée"),
        lazy_gettext("À quel moment une main sans figure se montre pour compter 10."),
    ),
    "tie": (
        lazy_gettext("Égalité à la fin"),
        lazy_gettext("Ce que l’on fait quand les deux totaux sont les mêmes."),
    ),
}
VALUES: dict[str, dict[object, LazyString]] = {
    "format": {
        "six_coups": lazy_gettext("Six coups"),
        "rubicon_four": lazy_gettext("Rubicon, quatre coups"),
        "target_single": lazy_gettext("Sèche, au but"),
        "target_linked": lazy_gettext("Liée, deux sèches à gagner"),
    },
    "target": {
        150: lazy_gettext("150 points"),
        100: lazy_gettext("100 points"),
        221: lazy_gettext("221 points"),
    },
    "won_own_lead": {
        "counts": lazy_gettext("Deux points, l’entame et le pli"),
        "only_when_captured": lazy_gettext("Un seul point, celui de l’entame"),
    },
    "low_card_points": {
        "all": lazy_gettext("Autant que les autres"),
        "above_nine": lazy_gettext("Rien, il faut au moins un 10"),
    },
    "capot_last_trick": {
        "counts": lazy_gettext("Il garde son point de plus"),
        "absorbed": lazy_gettext("Il compte comme les autres"),
    },
    "pic_window": {
        "play": lazy_gettext("Pendant tout le jeu"),
        "first_lead": lazy_gettext("À la première entame, pas après"),
    },
    "repic_needs_zero_opponent": {
        True: lazy_gettext("Si l’autre n’a rien compté avant"),
        False: lazy_gettext("Même si l’autre a compté avant"),
    },
    "carte_blanche_shown": {
        "at_own_exchange": lazy_gettext("Chacun à son échange"),
        "before_elder_exchange": lazy_gettext("Les deux avant le premier échange"),
    },
    "tie": {
        "two_more_coups": lazy_gettext("Deux coups de plus"),
        "drawn": lazy_gettext("Partie nulle"),
    },
}

BEGIN: dict[str, LazyString] = {
    "open": lazy_gettext("Reprendre le compte"),
    "undo": lazy_gettext("Oublier le coup commencé"),
    "stale": lazy_gettext("Quelqu’un a compté un pli entre-temps : regardez où en est le coup."),
}
MANCHE: dict[str, LazyString] = {
    "one": lazy_gettext("Coup"),
    "empty": lazy_gettext("Une ligne par coup : les points de chacun et le total qui court."),
    "recount": lazy_gettext("Tout changement recompte la partie depuis le premier coup."),
    "undone": lazy_gettext("Coup retiré"),
    "put_back": lazy_gettext("Le rétablir"),
    "restore": lazy_gettext("Rétablir le coup"),
    "delete": lazy_gettext("Supprimer le coup"),
    "left_out": lazy_gettext("Il ne compte plus. Le corriger ou le rétablir le remet à sa place."),
    "versions": lazy_gettext("Ce qu’il a été"),
    "change": lazy_gettext("coup %(number)s %(done)s"),
    "change_of_one": lazy_gettext("un coup %(done)s"),
    "begun": lazy_gettext("début du coup à venir"),
    "recorded": lazy_gettext("noté"),
    "corrected": lazy_gettext("corrigé"),
    "deleted": lazy_gettext("retiré"),
    "restored": lazy_gettext("rétabli"),
    "partie_over": lazy_gettext("La partie est finie : ce coup n’a pas été noté."),
    "nothing_to_undo": lazy_gettext("Il n’y a aucun coup à annuler."),
    "rules_do_not_fit": lazy_gettext("Le coup %(number)s ne peut pas se compter ainsi. %(reason)s"),
    "begun_does_not_fit": lazy_gettext(
        "Le coup en cours ne peut pas continuer sous ces règles : "
        "terminez-le, ou annulez ce qui est commencé. %(reason)s"
    ),
}
VOID_FAULTS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("Carte découverte à la donne : on redonne"),
    "PI-33": lazy_gettext("Mal distribué : on redonne"),
    "PI-38": lazy_gettext("Les deux mains sont fausses : coup annulé"),
}
SEATED_FAULTS: dict[str, LazyString] = {
    "false_declaration": lazy_gettext("Fausse annonce"),
    "short_hand": lazy_gettext("Main trop courte"),
    "loses_partie": lazy_gettext("Talon pris à tort, partie perdue"),
}
FAULT_LINES: dict[str, LazyString] = {
    "PI-34": lazy_gettext("Écart mal compté, talon trop court : on joue avec une main courte."),
    "PI-35": lazy_gettext("Plus de cinq cartes prises au talon : la partie est perdue."),
    "PI-36": lazy_gettext("Donneur servi avant l’autre : la partie est perdue."),
    "PI-37": lazy_gettext("Fausse annonce vue après la première carte : aucun point, l’autre compte tous les plis."),
    "PI-38": lazy_gettext("Main courte : le dernier pli lui échappe."),
}

_CATEGORIES: dict[str, LazyString] = {
    "point": lazy_gettext("Point"),
    "sequences": lazy_gettext("Séquences"),
    "sets": lazy_gettext("Quatorze et brelans"),
}
_ANSWERS: dict[str, LazyString] = {
    "good": lazy_gettext("Bon"),
    "not_good": lazy_gettext("Pas bon"),
    "equal": lazy_gettext("Égal"),
}
_LABELS: dict[str, LazyString] = {
    **{name: label for name, (label, _) in OPTIONS.items()},
    **_CATEGORIES,
    "elder": lazy_gettext("Premier en cartes"),
    "carte_blanche": lazy_gettext("Carte blanche"),
    "declared": lazy_gettext("Déclarations"),
    "answers": lazy_gettext("Réponses"),
    "hands": lazy_gettext("Mains"),
    "tricks": lazy_gettext("Plis"),
    "last": lazy_gettext("Dernier pli"),
    "elder_run": lazy_gettext("Plis avant ceux du donneur"),
    "elder_points": lazy_gettext("Points avant ceux du donneur"),
    "trick_points": lazy_gettext("Points des plis"),
    "winners": lazy_gettext("Plis un à un"),
    "low": lazy_gettext("Petites cartes"),
    "fault": lazy_gettext("Irrégularité"),
    "short_hand": lazy_gettext("Main courte"),
}

_RUNS: dict[int, LazyString] = {
    3: lazy_gettext("tierce"),
    4: lazy_gettext("quatrième"),
    5: lazy_gettext("quinte"),
    6: lazy_gettext("seizième"),
    7: lazy_gettext("dix-septième"),
    8: lazy_gettext("dix-huitième"),
}
_TOPS: dict[str, LazyString] = {
    "A": lazy_gettext("à l’As"),
    "K": lazy_gettext("au Roi"),
    "Q": lazy_gettext("à la Dame"),
    "J": lazy_gettext("au Valet"),
    "10": lazy_gettext("au 10"),
    "9": lazy_gettext("au 9"),
    "8": lazy_gettext("au 8"),
    "7": lazy_gettext("au 7"),
}
_QUATORZE_SIZE = 4
_QUATORZES: dict[str | None, LazyString] = {
    "A": lazy_gettext("quatorze d’As"),
    "K": lazy_gettext("quatorze de Rois"),
    "Q": lazy_gettext("quatorze de Dames"),
    "J": lazy_gettext("quatorze de Valets"),
    "10": lazy_gettext("quatorze de 10"),
    None: lazy_gettext("quatorze"),
}
_BRELANS: dict[str | None, LazyString] = {
    "A": lazy_gettext("brelan d’As"),
    "K": lazy_gettext("brelan de Rois"),
    "Q": lazy_gettext("brelan de Dames"),
    "J": lazy_gettext("brelan de Valets"),
    "10": lazy_gettext("brelan de 10"),
    None: lazy_gettext("brelan"),
}
_SET_RANKS = {"aces": "A", "kings": "K", "queens": "Q", "jacks": "J", "tens": "10"}
_PIPS = (11, 10, 10, 10, 10, 9, 8, 7)


def manche(number: int) -> str:
    """Name a coup by its number."""
    return gettext("Coup %(number)s", number=number)


def record_manche(number: int) -> str:
    """Say what the button does that opens the entry of a coup."""
    return gettext("Noter le coup %(number)s", number=number)


def undo_manche(number: int) -> str:
    """Say what the button does that takes the latest coup back."""
    return gettext("Annuler le coup %(number)s", number=number)


def correct_manche(number: int) -> str:
    """Say where the link leads that corrects a coup."""
    return gettext("Corriger le coup %(number)s", number=number)


def manches_played(count: int) -> str:
    """Say how many coups were played."""
    return ngettext("%(num)d coup", "%(num)d coups", count)


def manches_undone(count: int) -> str:
    """Say how many coups were taken out of the sheet."""
    return ngettext("%(num)d coup retiré", "%(num)d coups retirés", count)


def after_end(count: int, after: int) -> str:
    """Say that this many coups were played after the one that ended the partie."""
    return ngettext(
        "La partie était finie au coup %(after)s : %(num)d coup joué ensuite ne compte pas.",
        "La partie était finie au coup %(after)s : %(num)d coups joués ensuite ne comptent pas.",
        count,
        after=after,
    )


def height(rank: str) -> str:
    """Say from which card down a sequence goes: « à l’As »."""
    return str(_TOPS[rank])


def announced(category: Category, said: Declarations) -> str:
    """Say what a player announces in a category: « 5, 49 », « quatrième à la Dame, tierce »; a dash for nothing."""
    if category is Category.POINT:
        return "–" if said.point is None else point_name(said.point.cards, said.point.pips)
    if category is Category.SEQUENCES:
        return ", ".join(run_name(run.length, run.top) for run in said.runs) or "–"
    return ", ".join(set_name(one.rank, one.size) for one in said.sets) or "–"


def stage(options: PiquetOptions, played: Sequence[Manche[PiquetFacts]]) -> str:
    """Say where the partie stands: « Encore 4 coups », « points doublés », « sèches 1–0 »."""
    done = sum(not is_void(one.facts) for one in played)
    if options.format not in COUPS:
        if options.format is Format.TARGET_SINGLE:
            return gettext("Partie sèche en %(target)s points", target=options.target)
        wins = "–".join(map(str, sub_games(options, played).wins))
        return gettext("Partie liée en %(target)s points, sèches %(wins)s", target=options.target, wins=wins)
    number, left = done + 1, COUPS[options.format] - done
    if left <= 0:
        tied = COUPS[options.format] + TIE_COUPS - done
        return ngettext("Totaux égaux : encore %(num)d coup", "Totaux égaux : encore %(num)d coups", tied)
    said = gettext("Dernier coup") if left == 1 else gettext("Encore %(num)d coups", num=left)
    if options.format is Format.RUBICON_FOUR and number in DOUBLED_COUPS:
        return gettext("%(stage)s, points doublés", stage=said)
    return said


def need(options: PiquetOptions, played: Sequence[Manche[PiquetFacts]], side: int, total: int) -> str:
    """Say what a player still needs: to be out of the rubicon, or to reach the target."""
    if options.format in COUPS:
        lacking = RUBICON - total
        return "" if lacking <= 0 else gettext("rubicon : il manque %(needed)s", needed=lacking)
    games = sub_games(options, played)
    lacking = options.target - games.totals[side]
    needed = "" if lacking <= 0 else gettext("il manque %(needed)s", needed=lacking)
    if options.format is Format.TARGET_SINGLE:
        return needed
    won = ngettext("%(num)d sèche", "%(num)d sèches", games.wins[side])
    return f"{won} · {needed}" if needed else won


def run_name(length: int, top: Rank | str | None = None) -> str:
    """Name a sequence: « tierce », « quatrième à la Dame »."""
    name = str(_RUNS[length]) if length in _RUNS else gettext("séquence de %(num)d", num=length)
    code = _rank_code(top)
    return f"{name} {_TOPS[code]}" if code in _TOPS else name


def set_name(rank: Rank | str | None, size: int) -> str:
    """Name four or three of a kind: « quatorze d’As », or « brelan » when its rank is not known."""
    names = _QUATORZES if size == _QUATORZE_SIZE else _BRELANS
    return str(names[_rank_code(rank)])


def point_name(cards: int, pips: int | None = None) -> str:
    """Name a point: « point de 5 », with its value when that was said: « point de 5, 49 »."""
    if pips is None:
        return gettext("point de %(cards)d", cards=cards)
    return gettext("point de %(cards)d, %(pips)d", cards=cards, pips=pips)


def answer(value: str) -> str:
    """Say what the dealer answers: « Bon », « Pas bon », « Égal »."""
    return str(_ANSWERS[value])


def category_name(category: str) -> str:
    """Name what is announced: « Point », « Séquences », « Quatorze et brelans »."""
    return str(_CATEGORIES[category])


def why(line: Line) -> str:
    """Say why a player has these points: « quatorze d’As ». Raises `KeyError` for another game's."""
    return _WHYS[line.why](line)


def fault(error: ImpossibleError, names: Sequence[str]) -> str:
    """Say what is wrong with a coup or with house rules; `names` are the players' by seat."""
    if error.key in _PLAIN_FAULTS:
        return str(_PLAIN_FAULTS[error.key])
    words = _FAULTS.get(error.key)
    told = words(error, names) if words is not None else table_fault(error, _LABELS, names)
    return told or unexplained(error)


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended: « 150 points atteints ». Raises `KeyError` for another game's ending."""
    if why == "target" and limit is not None:
        return ngettext("%(num)d point atteint", "%(num)d points atteints", limit)
    return str(_ENDINGS[why])


def settlement(why: str) -> str:
    """Name a line of the settlement (PI-25 to PI-29): « écart des totaux ». Raises `KeyError` for no such line."""
    return str(_SETTLEMENT[why])


def step(said: Step, names: Sequence[str]) -> str:
    """Say one step of the running count aloud (PI-19): « Anne entame : 13 », « Luc prend : 18 »."""
    name = _opening(names, said.seat)
    words = _ALOUD.get(said.why) if said.trick is not None else None
    if words is not None:
        return words(name, said.total)
    line = Line(said.seat, said.why, said.points, said.article, said.count, made_by=said.made_by)
    what = str(_SHORT[said.why]) if said.why in _SHORT else why(line)
    return gettext("%(name)s, %(what)s : %(total)d", name=name, what=what, total=said.total)


def to_lead(names: Sequence[str], seat: int) -> str:
    """Say who leads, when what the lead counts hangs on its card: « À Luc d’entamer »."""
    return gettext("À %(name)s d’entamer", name=player(names, seat))


def bonus(said: Step, names: Sequence[str]) -> str:
    """Say a bonus with what made it: « Anne, pic : 29 + 1 à l’entame »."""
    line = Line(said.seat, said.why, said.points, said.article, said.count, made_by=said.made_by)
    return gettext("%(name)s, %(bonus)s", name=_opening(names, said.seat), bonus=why(line))


def near_miss(miss: NearMiss, names: Sequence[str]) -> str:
    """Say why a pic or a repic that was close does not count (PI-22, PI-23)."""
    name = player(names, miss.seat)
    if miss.why == "short":
        return _SHORT_OF[str(miss.kind)](name, miss.reached, miss.missing or 0)
    reason = _blocked(str(miss.by), player(names, 1 - miss.seat), miss.points)
    return _BLOCKED[str(miss.kind)](name, miss.reached, reason)


def refuted(one: Refuted, names: Sequence[str]) -> str:
    """Say what a player’s cards refute: « Anne a annoncé une tierce au Roi : ses cartes ne la contiennent pas. »."""
    name = _opening(names, one.seat)
    if one.courts is not None:
        return ngettext(
            "%(name)s a montré une carte blanche : d’une main sans figure, aucun échange ne mène à ses douze cartes, "
            "où il y a %(num)d figure.",
            "%(name)s a montré une carte blanche : d’une main sans figure, aucun échange ne mène à ses douze cartes, "
            "où il y a %(num)d figures.",
            one.courts,
            name=name,
        )
    whats = _refuted_names(one)
    words = _REFUTED[one.key]
    if len(whats) > 1:
        return words.several(name, ", ".join(whats))
    return (words.sequence if one.runs else words.other)(name, whats[0])


def offer(one: Refuted, names: Sequence[str]) -> str:
    """Say what the table may do about a refuted declaration (PI-37)."""
    return gettext(
        "Fausse annonce : %(name)s ne marque rien de ce coup, "
        "l’autre compte toutes ses combinaisons et les points des plis (PI-37)",
        name=player(names, one.seat),
    )


def _refuted_names(one: Refuted) -> list[str]:
    """What the cards do not hold, each by its name."""
    point = [] if one.point is None else [point_name(one.point.cards, one.point.pips)]
    runs = [run_name(run.length, run.top) for run in one.runs]
    sets = [set_name(made.rank, made.size) for made in one.sets]
    return [*point, *runs, *sets, *(set_name(None, size) for size in one.sizes)]


class _Refusal(NamedTuple):
    """A verb in three sentences: of a sequence, which is feminine, of a point or a set, and of several."""

    sequence: Callable[[str, str], str]
    other: Callable[[str, str], str]
    several: Callable[[str, str], str]


_REFUTED: dict[str, _Refusal] = {
    "announced": _Refusal(
        lambda name, what: gettext(
            "%(name)s a annoncé une %(what)s : ses cartes ne la contiennent pas.", name=name, what=what
        ),
        lambda name, what: gettext(
            "%(name)s a annoncé un %(what)s : ses cartes ne le contiennent pas.", name=name, what=what
        ),
        lambda name, what: gettext(
            "%(name)s a annoncé %(what)s : ses cartes ne contiennent pas tout cela.", name=name, what=what
        ),
    ),
    "scored": _Refusal(
        lambda name, what: gettext(
            "%(name)s a marqué une %(what)s : ses cartes ne la contiennent pas.", name=name, what=what
        ),
        lambda name, what: gettext(
            "%(name)s a marqué un %(what)s : ses cartes ne le contiennent pas.", name=name, what=what
        ),
        lambda name, what: gettext(
            "%(name)s a marqué %(what)s : ses cartes ne contiennent pas tout cela.", name=name, what=what
        ),
    ),
}


def _set_words(code: str, size: int) -> Callable[[Line], str]:
    return lambda _: set_name(code, size)


def _pic(line: Line) -> str:
    """Say what made the pic; a last trick adds 2 or 1 by house rule, and only from 28 it is surely 2."""
    words = _PICS.get(line.made_by or "")
    if words is None or line.count is None:
        return gettext("pic")
    return words(line.count)


def _last_to_pic(count: int) -> str:
    if count + 2 == _PIC_AT:
        return gettext("pic : %(num)d + 2 au dernier pli", num=count)
    return gettext("pic : %(num)d, puis le dernier pli", num=count)


def _repic(line: Line) -> str:
    if line.count is None:
        return gettext("repic")
    return gettext("repic : %(num)d en annonces", num=line.count)


_PIC_AT = 30
_PICS: dict[str, Callable[[int], str]] = {
    "lead": lambda count: gettext("pic : %(num)d + 1 à l’entame", num=count),
    "win": lambda count: gettext("pic : %(num)d + 1 au pli", num=count),
    "last": _last_to_pic,
}
_VOIDS: dict[str, LazyString] = {
    "PI-32": lazy_gettext("coup annulé : carte découverte à la donne"),
    "PI-33": lazy_gettext("coup annulé : mal distribué, on redonne"),
    "PI-38": lazy_gettext("coup annulé : les deux mains sont fausses"),
}
_LOST: dict[str, LazyString] = {
    "PI-35": lazy_gettext("partie perdue : plus de cinq cartes prises au talon"),
    "PI-36": lazy_gettext("partie perdue : talon pris avant son tour"),
}
_WHYS: dict[str, Callable[[Line], str]] = {
    "carte_blanche": lambda _: gettext("carte blanche"),
    "point": lambda line: point_name(line.count or line.points),
    "sequence": lambda line: run_name(line.count or 0),
    "quatorze": lambda _: set_name(None, 4),
    "brelan": lambda _: set_name(None, 3),
    **{f"quatorze_{slug}": _set_words(code, 4) for slug, code in _SET_RANKS.items()},
    **{f"brelan_{slug}": _set_words(code, 3) for slug, code in _SET_RANKS.items()},
    "repic": _repic,
    "pic": _pic,
    "leads": lambda line: ngettext("%(num)d entame", "%(num)d entames", line.count or 1),
    "wins": lambda line: ngettext("%(num)d pli pris", "%(num)d plis pris", line.count or 1),
    "last_trick": lambda _: gettext("dernier pli"),
    "trick_points": lambda _: gettext("entames et plis"),
    "cards": lambda _: gettext("les cartes"),
    "capot": lambda _: gettext("capot"),
    "doubled": lambda _: gettext("coup compté double"),
    "all_trick_points": lambda _: gettext("entames et plis de l’autre, après sa fausse annonce"),
    "void": lambda line: str(_VOIDS.get(line.article) or gettext("coup annulé")),
    "loses_partie": lambda line: str(_LOST.get(line.article) or gettext("partie perdue")),
    "penalty": lambda line: line.reason or gettext("pénalité convenue"),
}
_ENDINGS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Fin de la partie en six coups"),
    "rubicon_four": lazy_gettext("Fin de la partie en quatre coups"),
    "target": lazy_gettext("But atteint"),
    "linked": lazy_gettext("Deux sèches gagnées : fin de la liée"),
    "loses_partie": lazy_gettext("Partie perdue pour une irrégularité"),
    "drawn": lazy_gettext("Totaux égaux : partie nulle"),
}
_SETTLEMENT: dict[str, LazyString] = {
    "difference": lazy_gettext("écart des totaux"),
    "sum": lazy_gettext("rubicon : somme des deux totaux"),
    "total": lazy_gettext("total du gagnant"),
    "partie": lazy_gettext("la partie"),
}


def _leads(name: str, total: int) -> str:
    return gettext("%(name)s entame : %(total)d", name=name, total=total)


def _takes(name: str, total: int) -> str:
    return gettext("%(name)s prend : %(total)d", name=name, total=total)


def _takes_last(name: str, total: int) -> str:
    return gettext("%(name)s prend le dernier pli : %(total)d", name=name, total=total)


_ALOUD: dict[str, Callable[[str, int], str]] = {"leads": _leads, "wins": _takes, "last_trick": _takes_last}
# What is said at the table before the running total; the sheet explains more.
_SHORT: dict[str, LazyString] = {"pic": lazy_gettext("pic"), "repic": lazy_gettext("repic")}


_SHORT_OF: dict[str, Callable[[str, int, int], str]] = {
    "pic": lambda name, reached, missing: ngettext(
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d point.",
        "Pas de pic pour %(name)s : %(reached)d sur 30, il manquait %(num)d points.",
        missing,
        name=name,
        reached=reached,
    ),
    "repic": lambda name, reached, missing: ngettext(
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d point.",
        "Pas de repic pour %(name)s : %(reached)d en annonces, il manquait %(num)d points.",
        missing,
        name=name,
        reached=reached,
    ),
}
_BLOCKED: dict[str, Callable[[str, int, str], str]] = {
    "pic": lambda name, _reached, reason: gettext("Pas de pic pour %(name)s : %(reason)s.", name=name, reason=reason),
    "repic": lambda name, reached, reason: gettext(
        "Pas de repic pour %(name)s : %(reached)d en annonces, mais %(reason)s.",
        name=name,
        reached=reached,
        reason=reason,
    ),
}
_BLOCKED_BY: dict[str, Callable[[str, int], str]] = {
    "carte_blanche": lambda name, num: gettext(
        "%(name)s avait marqué d’abord sa carte blanche, %(num)d en tout", name=name, num=num
    ),
    "point": lambda name, num: gettext("%(name)s avait marqué d’abord au point, %(num)d en tout", name=name, num=num),
    "sequences": lambda name, num: gettext(
        "%(name)s avait marqué d’abord aux séquences, %(num)d en tout", name=name, num=num
    ),
    "sets": lambda name, num: gettext(
        "%(name)s avait marqué d’abord aux quatorze et brelans, %(num)d en tout", name=name, num=num
    ),
    "play": lambda name, num: gettext("%(name)s avait marqué d’abord dans le jeu, %(num)d en tout", name=name, num=num),
}


def _blocked(by: str, name: str, points: int | None) -> str:
    """Say where the opponent scored first, and what it came to by then."""
    words = _BLOCKED_BY.get(by)
    if words is None or not points:
        return gettext("%(name)s avait marqué avant", name=name)
    return words(name, points)


def _opening(names: Sequence[str], seat: int) -> str:
    """Name a player at the head of a sentence: a name stays as it is written, « Le joueur 1 » gets its capital."""
    name = player(names, seat)
    return name if any(name == known.strip() for known in names) else name[:1].upper() + name[1:]


def _rank_code(rank: object) -> str | None:
    """The code of a rank, as JSON or the engine writes it."""
    if isinstance(rank, int):
        return Rank(rank).code
    return None if rank is None else str(rank)


def _who(error: ImpossibleError, names: Sequence[str]) -> str:
    return player(names, whole_figure(error, "seat"))


def _in_field(error: ImpossibleError, told: str) -> str:
    """Put the name of the field before what is wrong with it."""
    label = _LABELS.get(error.field or "")
    return labelled(None if label is None else str(label), told)


def _value(error: ImpossibleError) -> str:
    return figure(error.figures["value"])


def _quoted_value(error: ImpossibleError) -> str:
    return quoted(str(error.figures["value"]))


def _card(error: ImpossibleError) -> str:
    return card_words(str(error.figures["card"]))


def _card_twice(error: ImpossibleError, names: Sequence[str]) -> str | None:
    """Say whose hand holds a card twice; of the hands that the arbiter was given, what any game says."""
    if "seat" not in error.figures:
        return table_fault(error, _LABELS, names)
    return gettext(
        "%(card)s est deux fois dans la même main, pour %(name)s.", card=_card(error), name=_who(error, names)
    )


def _bounds(error: ImpossibleError) -> dict[str, int]:
    return {"lowest": whole_figure(error, "lowest"), "highest": whole_figure(error, "highest")}


def _sequence_top_low(error: ImpossibleError, _names: Sequence[str]) -> str:
    top = _rank_code(error.figures["top"])
    below = list(reversed(_TOPS))
    return ngettext(
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d carte.",
        "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d cartes.",
        below.index(top) + 1 if top in below else 0,
        run=run_name(whole_figure(error, "length"), top),
    )


def _pips_impossible(error: ImpossibleError, _names: Sequence[str]) -> str:
    cards, pips = whole_figure(error, "cards"), figure(error.figures["pips"])
    lowest, highest = sum(_PIPS[-cards:]), sum(_PIPS[:cards])
    if lowest == highest:
        return gettext(
            "Un point de %(cards)d vaut toujours %(num)d, jamais %(pips)s.", cards=cards, num=lowest, pips=pips
        )
    return gettext(
        "Un point de %(cards)d vaut de %(lowest)d à %(highest)d : aucun ne fait %(pips)s.",
        cards=cards,
        lowest=lowest,
        highest=highest,
        pips=pips,
    )


def _set_twice(error: ImpossibleError, _names: Sequence[str]) -> str:
    code = _rank_code(error.figures["rank"])
    return gettext(
        "Une hauteur ne compte qu’une fois : %(one)s ou %(other)s, pas les deux.",
        one=set_name(code, 4),
        other=set_name(code, 3),
    )


def _carte_blanche_courts(error: ImpossibleError, names: Sequence[str]) -> str:
    return gettext(
        "Après sa carte blanche, %(name)s n’a pu tirer que %(highest)d figures : il en faudrait davantage en main.",
        name=_who(error, names),
        highest=whole_figure(error, "highest"),
    )


def _hand_short(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d carte pour %(name)s : une main en compte %(expected)d.",
        "Il manque %(num)d cartes pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=_who(error, names),
        expected=whole_figure(error, "expected"),
    )


def _hand_over(error: ImpossibleError, names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d carte de trop pour %(name)s : une main en compte %(expected)d.",
        "%(num)d cartes de trop pour %(name)s : une main en compte %(expected)d.",
        whole_figure(error, "by"),
        name=_who(error, names),
        expected=whole_figure(error, "expected"),
    )


def _tricks_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Il manque %(num)d pli : un coup en compte %(total)d.",
        "Il manque %(num)d plis : un coup en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _tricks_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "%(num)d pli de trop : un coup en compte %(total)d.",
        "%(num)d plis de trop : un coup en compte %(total)d.",
        whole_figure(error, "by"),
        total=whole_figure(error, "total"),
    )


def _winners_short(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Plis un à un : il en manque %(num)d, dites à qui il est.",
        "Plis un à un : il en manque %(num)d, dites à qui ils sont.",
        whole_figure(error, "by"),
    )


def _winners_over(error: ImpossibleError, _names: Sequence[str]) -> str:
    return ngettext(
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        "Plis un à un : %(num)d de trop, un coup n’en compte que 12.",
        whole_figure(error, "by"),
    )


def _trick_points_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    if error.article == "PI-18":
        return gettext(
            "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites les points d’entames et de plis de chacun."
        )
    return gettext(
        "À cette table, un pli gagné sur sa propre entame ne compte qu’une fois : "
        "dites les points d’entames et de plis de chacun."
    )


def _trick_points_range(error: ImpossibleError, names: Sequence[str]) -> str:
    if "highest" not in error.figures:
        return gettext("Points des plis : aucun coup joué ainsi ne les donne.")
    if "seat" not in error.figures:
        return gettext("Points des plis : il en faut de %(lowest)d à %(highest)d.", **_bounds(error))
    return gettext(
        "Points des plis pour %(name)s : il en faut de %(lowest)d à %(highest)d.",
        name=_who(error, names),
        **_bounds(error),
    )


def _elder_run_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    bounds = _bounds(error)
    if bounds["lowest"] == bounds["highest"]:
        return gettext(
            "Plis du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=bounds["lowest"]
        )
    return gettext(
        "Plis du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **bounds,
    )


def _elder_points_range(error: ImpossibleError, _names: Sequence[str]) -> str:
    bounds = _bounds(error)
    if bounds["lowest"] == bounds["highest"]:
        return gettext(
            "Points du premier en cartes avant ceux du donneur : ce ne peut être que %(num)d.", num=bounds["lowest"]
        )
    return gettext(
        "Points du premier en cartes avant ceux du donneur : d’après les plis, "
        "ce compte est impossible (de %(lowest)d à %(highest)d).",
        **bounds,
    )


def _elder_run_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de plis pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **_bounds(error),
    )


def _elder_points_needed(error: ImpossibleError, _names: Sequence[str]) -> str:
    return gettext(
        "Un pic en dépend, à partir de %(declared)d : combien de points de jeu pour le premier en cartes "
        "avant le premier du donneur, de %(lowest)d à %(highest)d ?",
        declared=whole_figure(error, "declared"),
        **_bounds(error),
    )


def _missing(error: ImpossibleError, names: Sequence[str]) -> str:
    asked = str(_MISSING[error.key])
    if "seat" not in error.figures:
        return _in_field(error, asked)
    return _in_field(error, gettext("pour %(name)s, %(asked)s", name=_who(error, names), asked=asked))


_MISSING: dict[str, LazyString] = {
    "point_missing": lazy_gettext("dites de combien de cartes."),
    "sequence_missing": lazy_gettext("dites de quelle longueur."),
    "set_missing": lazy_gettext("dites lesquels."),
}
_PLAIN_FAULTS: dict[str, LazyString] = {
    "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
    "carte_blanche_shape": lazy_gettext("Carte blanche : il faut oui ou non pour chacun des deux joueurs."),
    "both_cartes_blanches": lazy_gettext(
        "Deux cartes blanches dans un coup, c’est impossible : il y a 24 cartes à donner, et 20 seulement sans figure."
    ),
    "declared_and_scored": lazy_gettext(
        "Notez ce que chacun a annoncé ou tenait, ou bien ce qui a été marqué : l’un des deux, et un seul."
    ),
    "declared_shape": lazy_gettext("Déclarations : elles ne se lisent pas, il faut celles de chacun des deux joueurs."),
    "hands_shape": lazy_gettext("Mains : il faut une liste de cartes pour chacun des deux joueurs."),
    "no_tricks": lazy_gettext("Il manque les plis des deux joueurs."),
    "no_last": lazy_gettext("Il manque le dernier pli : dites à qui il est."),
    "winners_shape": lazy_gettext("Plis un à un : il faut une liste qui dise à qui est chacun."),
    "winners_disagree": lazy_gettext(
        "Plis un à un : ils ne donnent pas le compte noté à côté, corrigez l’un ou l’autre."
    ),
    "low_missing": lazy_gettext(
        "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites à chaque pli s’il y en avait."
    ),
    "low_unused": lazy_gettext("À cette table, toutes les cartes rapportent : il n’y a pas de petites cartes à noter."),
    "low_shape": lazy_gettext("Petites cartes : il faut oui ou non pour l’entame et pour la prise de chaque pli."),
    "trick_points_impossible": lazy_gettext("Points des plis : d’après les plis, ces deux comptes sont impossibles."),
    "fault_shape": lazy_gettext("Irrégularité : elle ne se lit pas, il faut dire laquelle et de qui."),
    "fault_seat": lazy_gettext("Irrégularité : dites de qui elle vient."),
    "value_needed": lazy_gettext("« Valeur ? » Deux points de même longueur : dites combien vaut chacun."),
    "height_needed": lazy_gettext(
        "« Hauteur ? » Deux séquences de même longueur : dites la plus haute carte de chacune."
    ),
}
_FAULTS: dict[str, Callable[[ImpossibleError, Sequence[str]], str | None]] = {
    **dict.fromkeys(_MISSING, _missing),
    "two_players": lambda error, _: gettext(
        "Le Piquet se joue à 2 : vous êtes %(seats)d.", seats=whole_figure(error, "seats")
    ),
    "elder_is_not": lambda error, names: gettext(
        "Le premier en cartes n’est pas %(name)s : qui donne n’entame pas.", name=_who(error, names)
    ),
    "seat_value": lambda error, _: _in_field(
        error, gettext("%(value)s n’est la place de personne.", value=_quoted_value(error))
    ),
    "both_score": lambda error, _: _in_field(error, gettext("un seul des deux marque, ou personne si c’est égal.")),
    "scored_by_nobody": lambda error, _: _in_field(
        error, gettext("il y a de quoi marquer, mais pour personne : dites pour qui.")
    ),
    "offender_scores": lambda error, names: _in_field(
        error, gettext("après une fausse annonce, rien ne compte pour %(name)s dans ce coup.", name=_who(error, names))
    ),
    "point_range": lambda error, _: gettext(
        "Un point compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas un.",
        value=_value(error),
        **_bounds(error),
    ),
    "sequence_range": lambda error, _: gettext(
        "Une séquence compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas une.",
        value=_value(error),
        **_bounds(error),
    ),
    "sequence_top": lambda error, _: gettext(
        "Séquences : %(value)s n’est pas une hauteur, il faut une carte du 9 à l’As.", value=_quoted_value(error)
    ),
    "sequence_top_low": _sequence_top_low,
    "pips_impossible": _pips_impossible,
    "set_rank": lambda error, _: gettext(
        "Quatorze et brelans : As, Rois, Dames, Valets et 10 comptent seuls, et pas %(value)s.",
        value=_quoted_value(error),
    ),
    "set_size": lambda error, _: gettext(
        "Un quatorze a 4 cartes et un brelan 3 : %(value)s, ce n’est ni l’un ni l’autre.", value=_value(error)
    ),
    "set_twice": _set_twice,
    "ranks_length": lambda error, _: gettext(
        "Quatorze et brelans : il faut une hauteur pour chacun, %(expected)d et non %(found)d.",
        expected=whole_figure(error, "expected"),
        found=whole_figure(error, "found"),
    ),
    "answer_value": lambda error, _: _in_field(
        error, gettext("%(value)s n’est pas une réponse, il faut bon, pas bon ou égal.", value=_quoted_value(error))
    ),
    "answer_empty": lambda error, names: _in_field(
        error,
        gettext("avec cette réponse il faut une annonce pour %(name)s, et elle manque.", name=_who(error, names)),
    ),
    "cannot_hold": lambda error, names: _in_field(
        error, gettext("avec le reste, cela ne tient dans aucune main possible pour %(name)s.", name=_who(error, names))
    ),
    "cannot_both_hold": lambda error, _: _in_field(
        error, gettext("les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas.")
    ),
    "carte_blanche_courts": _carte_blanche_courts,
    "hand_short": _hand_short,
    "hand_over": _hand_over,
    "card_unknown": lambda error, _: gettext("%(value)s n’est pas une carte.", value=_quoted_value(error)),
    "card_not_in_deck": lambda error, _: gettext(
        "%(card)s n’est pas du jeu : le Piquet se joue du 7 à l’As.", card=_card(error)
    ),
    "card_twice": _card_twice,
    "card_in_both": lambda error, _: gettext(
        "%(card)s est dans les deux mains : il n’y en a qu’une au jeu.", card=_card(error)
    ),
    "not_held": lambda error, names: _in_field(
        error,
        gettext(
            "cela n’est pas dans la main notée pour %(name)s ; si c’est une fausse annonce, notez-la.",
            name=_who(error, names),
        ),
    ),
    "tricks_short": _tricks_short,
    "tricks_over": _tricks_over,
    "last_without_trick": lambda error, names: gettext(
        "Le dernier pli est noté pour %(name)s, avec 0 pli en tout.", name=_who(error, names)
    ),
    "winners_short": _winners_short,
    "winners_over": _winners_over,
    "low_disagrees": lambda error, _: gettext(
        "Pli %(num)d : une petite carte n’en prend pas une grosse, et une entame qui prend le pli est une seule carte.",
        num=whole_figure(error, "trick"),
    ),
    "elder_run_needed": _elder_run_needed,
    "elder_run_range": _elder_run_range,
    "elder_points_needed": _elder_points_needed,
    "elder_points_range": _elder_points_range,
    "trick_points_needed": _trick_points_needed,
    "trick_points_range": _trick_points_range,
    "short_hand_last": lambda error, names: gettext(
        "Avec moins de cartes en main, le dernier pli ne peut pas être pour %(name)s.", name=_who(error, names)
    ),
    "fault_kind": lambda error, _: gettext(
        "Irrégularité : %(value)s n’en est pas une que la feuille connaît.", value=_quoted_value(error)
    ),
    "fault_article": lambda error, _: gettext(
        "Coup annulé : %(value)s n’en donne pas la raison, il faut PI-32, PI-33 ou PI-38.", value=_quoted_value(error)
    ),
}
