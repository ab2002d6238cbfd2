"""The sentences of Piquet: its name, a manche (a coup), reasons of points, endings, feats and errors.

A *coup* is one deal, a *partie* a game to its end. A *line* of the sheet is points with the key of their reason.
Players declare a *point* (cards of one suit, with *pips* as its value), *sequences*, and *sets* of one rank: a
*quatorze* of four, a *brelan* of three. *Pic* and *repic* are bonuses at 30 points. *Elder* is the seat that does not
deal. Articles such as PI-16 are those of the rulebook of Piquet.

The sentence of an error is a template. `%(name)s` is the player at fault, `%(quoted)s` the wrong value. Any other
placeholder, such as `%(highest)d`, is the detail of the error with this name, or the value of one of the `fillers` at
the end of this file.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import LazyString, lazy_gettext

from scorekeeper.games.contract import Ending, Line
from scorekeeper.games.piquet import PIQUET
from scorekeeper.games.piquet.counting.steps import SETS
from scorekeeper.games.piquet.declarations import possible_pips
from scorekeeper.games.shape import ImpossibleError
from scorekeeper.record.partie.scored_partie import ScoredPartie
from scorekeeper.web.core.i18n import gettext, ngettext
from scorekeeper.web.core.language import short_card_name
from scorekeeper.web.games.piquet.declarations import CATEGORY_LABELS, TOP_NAMES, run_name, set_name
from scorekeeper.web.text.claims import ForbiddenText, must_follow
from scorekeeper.web.text.errors import ErrorSentences
from scorekeeper.web.text.highlights import SoireeFeat
from scorekeeper.web.text.manche import MancheText
from scorekeeper.web.text.revokes import reason_text
from scorekeeper.web.text.sentences import Filler, IfDetail, OneOf, Plural
from scorekeeper.web.text.values import format_number, points_reached

NAME: LazyString = lazy_gettext("Piquet")
# Why a card is forbidden, by article: `must_follow` returns « il fallait fournir trèfle ».
FORBIDDEN: ForbiddenText = {"PI-16": must_follow}

# The words for a manche (one deal), which is called *coup*: `MancheText` in `web/text/manche.py` explains each.
MANCHE = MancheText(
    word=lazy_gettext("Coup"),
    plural=lazy_gettext("coups"),
    noun_template=lazy_gettext("le coup %(number)s"),
    noun_alone=lazy_gettext("le coup"),
    in_one_template=lazy_gettext("au coup %(number)s"),
    # A coup that is undone is « retiré »: « annulé » is one that does not count and is dealt again (PI-32).
    changes={
        "begun": lazy_gettext("début du coup à venir"),
        "recorded": lazy_gettext("noté"),
        "corrected": lazy_gettext("corrigé"),
        "laid_out": lazy_gettext("retiré, à reprendre"),
        "deleted": lazy_gettext("retiré"),
        "restored": lazy_gettext("rétabli"),
    },
    count_text=lambda count: ngettext("%(num)d coup", "%(num)d coups", count),
)

# The reasons of points.


def why(line: Line) -> str:
    """Say why a player has these points: « quatorze d’as »."""
    if line.why == "sequence":
        return run_name(line.count or 0)
    # The key of a set ends in its rank, as `quatorze_aces` does; in `quatorze`, the rank is not known.
    kind, _, rank = line.why.partition("_")
    if kind in _SET_SIZES:
        return set_name(_SET_RANKS.get(rank), _SET_SIZES[kind])
    # Some reasons name what completed the bonus, or depend on the article.
    special = _REASONS.get(f"{line.why} {line.made_by or line.article}")
    if isinstance(special, LazyString):
        return str(special) % {"num": line.count}
    # `reason_text` also words the lines of penalties and revokes, which every game has.
    return reason_text(_REASONS, line)


_SET_SIZES = {"quatorze": 4, "brelan": 3}
_SET_RANKS = {name: rank for rank, name in SETS.items()}
# By the key of a line, and for some lines also by what completed the bonus or by their article. `num` is the `count` of
# the line: the cards of a point, the points before a pic, those declared for a repic. A `Plural` chooses singular or
# plural by it.
_REASONS: dict[str, LazyString | Plural] = {
    "carte_blanche": lazy_gettext("carte blanche"),
    "point": lazy_gettext("point de %(num)d"),
    "repic": lazy_gettext("repic : %(num)d en annonces"),
    "pic": lazy_gettext("pic"),
    "pic lead": lazy_gettext("pic : %(num)d + 1 à l’entame"),
    "pic win": lazy_gettext("pic : %(num)d + 1 au pli"),
    # The last trick gives 2 points, or 1 by a house rule: from 29, either makes 30.
    "pic last": lazy_gettext("pic : %(num)d, puis le dernier pli"),
    "leads": Plural("%(num)d entame", "%(num)d entames"),
    "wins": Plural("%(num)d pli pris", "%(num)d plis pris"),
    "last_trick": lazy_gettext("dernier pli"),
    "trick_points": lazy_gettext("entames et plis"),
    "cards": lazy_gettext("les cartes"),
    "capot": lazy_gettext("capot"),
    "doubled": lazy_gettext("coup compté double"),
    "all_trick_points": lazy_gettext("entames et plis de l’autre, après sa fausse annonce"),
    "void": lazy_gettext("coup annulé"),
    "void PI-32": lazy_gettext("coup annulé : carte découverte à la donne"),
    "void PI-33": lazy_gettext("coup annulé : mal distribué, on redonne"),
    "void PI-38": lazy_gettext("coup annulé : les deux mains sont fausses"),
    "loses_partie": lazy_gettext("partie perdue"),
    "loses_partie PI-35": lazy_gettext("partie perdue : plus de cinq cartes prises au talon"),
    "loses_partie PI-36": lazy_gettext("partie perdue : talon pris avant son tour"),
    "revoke_against": lazy_gettext("renonce de l’autre joueur"),
}

# The endings, and the settlement.


def ending(why: str, limit: int | None) -> str:
    """Say how a partie ended, by the key of the ending: « 150 points atteints »."""
    if why == "target":
        return points_reached(limit, _ENDINGS[why])
    return str(_ENDINGS[why])


_ENDINGS: dict[str, LazyString] = {
    "six_coups": lazy_gettext("Fin de la partie en six coups"),
    "rubicon_four": lazy_gettext("Fin de la partie en quatre coups"),
    "target": lazy_gettext("But atteint"),
    "linked": lazy_gettext("Deux sèches gagnées : fin de la liée"),
    "loses_partie": lazy_gettext("Partie perdue pour une irrégularité"),
    "drawn": lazy_gettext("Totaux égaux : partie nulle"),
}


def settlement(why: str) -> str:
    """Name a line of the settlement (PI-25 to PI-29): « écart des totaux ». Raises `KeyError` for an unknown line."""
    return str(_SETTLEMENT_LINES[why])


_SETTLEMENT_LINES: dict[str, LazyString] = {
    "difference": lazy_gettext("écart des totaux"),
    "sum": lazy_gettext("rubicon : somme des deux totaux"),
    "total": lazy_gettext("total du gagnant"),
    "partie": lazy_gettext("la partie"),
}

# The feats of a partie, the most important first; then its worth and its rubicon. A feat has the key of its lines. The
# arguments of its sentence are how often it happened and the names of the players. If it is `rare`, as it is unless
# `rare=False`, the page adds how often it has happened in the carnet, the notebook of the group of players.

SOIREE_FEATS = {
    "repic": SoireeFeat(Plural("Repic pour %(who)s", "Repics : %(who)s")),
    "capot": SoireeFeat(Plural("Capot infligé par %(who)s", "Capots infligés : %(who)s")),
    "carte_blanche": SoireeFeat(Plural("Carte blanche pour %(who)s", "Cartes blanches : %(who)s")),
    "pic": SoireeFeat(Plural("Pic pour %(who)s", "Pics : %(who)s"), rare=False),
}


def worth_sentence(ending: Ending) -> str:
    """Say how many points the partie is worth (PI-27); an empty string for none."""
    # The `result` has the keys `points`, `rubicon`, `lines`, `totals`, `limit` and, of a liée, `wins`.
    points = ending.result["points"]
    if not points:
        return ""
    return gettext("La partie vaut %(points)s.", points=format_number(points))


def rubicon_sentences(scored: ScoredPartie) -> list[str]:
    """Return the sentence about the rubicon (PI-26), if there is one."""
    ending = scored.ending
    # `rubicon` in the result is True if the loser has too few points and so pays more.
    if ending is None or not ending.result["rubicon"]:
        return []
    # The only seat that did not win.
    (loser,) = {0, 1} - set(ending.winners)
    total = format_number(scored.sheet.totals[loser])
    return [gettext("Rubicon pour %(who)s, avec %(total)s points.", who=scored.side_name(loser), total=total)]


# The errors in a coup or in house rules. An error has `details`, values by name, such as `cards`.


def _count_cards_down(_names: Sequence[str], top: str) -> int:
    """The number of cards of a suit from a rank down to the 7, such as 5 from the jack; 0 for an unknown rank."""
    # The codes of the ranks from the ace down to the 7.
    ranks = list(TOP_NAMES)
    if top not in ranks:
        return 0
    return len(ranks) - ranks.index(top)


def _has_one_possible_number(error: ImpossibleError) -> bool:
    """Whether only one number is possible, so that the sentence names no range."""
    return error.details.get("lowest") == error.details.get("highest")


# Sentences by the key of the error. `full_sentences` are complete; those of `after_label` follow the label of the
# field: « Réponses : … ». `OneOf` calls its function with the error, and takes the sentence under the value returned.
# `Plural` chooses singular or plural by the detail or filler that its last argument names, of which `by` is the number
# missing or too many. `IfDetail` is used only for an error that has this detail.
error_sentence = ErrorSentences(
    PIQUET,
    full_sentences={
        "two_players": lazy_gettext("Le Piquet se joue à deux."),
        "no_elder": lazy_gettext("Il manque le premier en cartes : dites qui entame le coup."),
        "elder_is_not": lazy_gettext("Le premier en cartes n’est pas %(name)s : qui donne n’entame pas."),
        # The declarations: cards, point, sequences, sets, answers.
        "carte_blanche_shape": lazy_gettext("Carte blanche : il faut oui ou non pour chacun des deux joueurs."),
        "both_cartes_blanches": lazy_gettext(
            "Deux cartes blanches dans un coup, c’est impossible : il y a 24 cartes à donner, "
            "et 20 seulement sans figure."
        ),
        "carte_blanche_courts": lazy_gettext(
            "Après sa carte blanche, %(name)s n’a pu tirer que %(highest)d figures : ce n’est pas assez."
        ),
        "carte_blanche_plain": lazy_gettext(
            "Après la carte blanche d’en face, %(name)s n’a pu avoir que %(highest)d cartes sans figure : "
            "ce n’est pas assez."
        ),
        "declared_and_scored": lazy_gettext(
            "Notez ce que chacun a annoncé ou tenait, ou bien ce qui a été marqué : l’un des deux, et un seul."
        ),
        "declared_shape": lazy_gettext(
            "Déclarations : elles ne se lisent pas, il faut celles de chacun des deux joueurs."
        ),
        "point_range": lazy_gettext("Un point compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas un."),
        "pips_impossible": OneOf(
            # A point of all cards of a suit.
            lambda error: error.details.get("cards") == len(TOP_NAMES),
            {
                True: lazy_gettext("Un point de %(cards)d vaut toujours %(least)d, jamais %(pips)s."),
                False: lazy_gettext("Un point de %(cards)d vaut de %(least)d à %(most)d : aucun ne fait %(pips)s."),
            },
        ),
        "value_needed": lazy_gettext("« Valeur ? » Deux points de même longueur : dites combien vaut chacun."),
        "sequence_range": lazy_gettext(
            "Une séquence compte de %(lowest)d à %(highest)d cartes : %(value)s n’en est pas une."
        ),
        "sequence_top": lazy_gettext("Séquences : %(quoted)s n’est pas une hauteur, il faut une carte du 9 à l’as."),
        "sequence_top_low": Plural(
            "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d carte.",
            "Pas de %(run)s : de là jusqu’au 7, il n’y a que %(num)d cartes.",
            "cards_down",
        ),
        "height_needed": lazy_gettext(
            "« Hauteur ? » Deux séquences de même longueur : dites la plus haute carte de chacune."
        ),
        "set_rank": lazy_gettext(
            "Quatorze et brelans : As, Rois, Dames, Valets et 10 comptent seuls, et pas %(quoted)s."
        ),
        "set_size": lazy_gettext("Un quatorze a 4 cartes et un brelan 3 : %(value)s, ce n’est ni l’un ni l’autre."),
        "set_twice": lazy_gettext("Une hauteur ne compte qu’une fois : %(quatorze)s ou %(brelan)s, pas les deux."),
        "ranks_length": lazy_gettext(
            "Quatorze et brelans : il faut une hauteur pour chacun, %(expected)d et non %(found)d."
        ),
        "hands_shape": lazy_gettext("Mains : il faut une liste de cartes pour chacun des deux joueurs."),
        "hand_short": Plural(
            "Il manque %(num)d carte pour %(name)s : une main en compte %(expected)d.",
            "Il manque %(num)d cartes pour %(name)s : une main en compte %(expected)d.",
            "by",
        ),
        "hand_over": Plural(
            "%(num)d carte de trop pour %(name)s : une main en compte %(expected)d.",
            "%(num)d cartes de trop pour %(name)s : une main en compte %(expected)d.",
            "by",
        ),
        "hand_whole": lazy_gettext("La main notée pour %(name)s a %(found)d cartes : ce n’est pas une main courte."),
        "card_unknown": lazy_gettext("%(quoted)s n’est pas une carte."),
        "card_not_in_deck": lazy_gettext("%(card)s n’est pas du jeu : le Piquet se joue du 7 à l’as."),
        # The arbiter raises an error of this key without a seat: for it, the sentence in `SHARED_SENTENCES` is used.
        "card_twice": IfDetail("seat", lazy_gettext("%(card)s est deux fois dans la même main, pour %(name)s.")),
        "card_in_both": lazy_gettext("%(card)s est dans les deux mains : il n’y en a qu’une au jeu."),
        # The play, and irregularities.
        "no_tricks": lazy_gettext("Il manque les plis des deux joueurs."),
        "tricks_short": Plural(
            "Il manque %(num)d pli : un coup en compte %(total)d.",
            "Il manque %(num)d plis : un coup en compte %(total)d.",
            "by",
        ),
        "tricks_over": Plural(
            "%(num)d pli de trop : un coup en compte %(total)d.",
            "%(num)d plis de trop : un coup en compte %(total)d.",
            "by",
        ),
        "no_last": lazy_gettext("Il manque le dernier pli : dites à qui il est."),
        "last_without_trick": lazy_gettext("Le dernier pli est noté pour %(name)s, avec 0 pli en tout."),
        "short_hand_last": lazy_gettext("Avec moins de cartes en main, le dernier pli ne peut pas être pour %(name)s."),
        "short_hand_tricks": lazy_gettext(
            "Une fois ses %(highest)d cartes jouées, plus aucun pli n’est pour %(name)s."
        ),
        "short_cards_alone": lazy_gettext(
            "Main courte : dites de qui elle est, et pas seulement de combien de cartes."
        ),
        "short_cards_disagree": lazy_gettext(
            "La main courte est notée avec %(found)d cartes, et dite de %(expected)d : corrigez l’un ou l’autre."
        ),
        "winners_shape": lazy_gettext("Plis un à un : il faut une liste qui dise à qui est chacun."),
        "winners_short": Plural(
            "Plis un à un : il en manque %(num)d, dites à qui il est.",
            "Plis un à un : il en manque %(num)d, dites à qui ils sont.",
            "by",
        ),
        "winners_over": lazy_gettext("Plis un à un : %(by)d de trop, un coup n’en compte que 12."),
        "winners_disagree": lazy_gettext(
            "Plis un à un : ils ne donnent pas le compte noté à côté, corrigez l’un ou l’autre."
        ),
        "low_missing": lazy_gettext(
            "À cette table, les 9, les 8 et les 7 ne rapportent rien : dites à chaque pli s’il y en avait."
        ),
        "low_unused": lazy_gettext(
            "À cette table, toutes les cartes rapportent : il n’y a pas de basses cartes à noter."
        ),
        "low_shape": lazy_gettext("Basses cartes : il faut oui ou non pour l’entame et pour la prise de chaque pli."),
        "low_disagrees": lazy_gettext(
            "Pli %(trick)d : une basse carte n’en prend pas une haute, "
            "et une entame qui prend le pli est une seule carte."
        ),
        "elder_run_needed": lazy_gettext("Pic ou pas ? Combien de plis pour %(name)s avant le premier de l’autre ?"),
        "elder_run_range": OneOf(
            _has_one_possible_number,
            {
                True: lazy_gettext("Plis du premier en cartes avant ceux du donneur : ce ne peut être que %(lowest)d."),
                False: lazy_gettext(
                    "Plis du premier en cartes avant ceux du donneur : d’après les plis, "
                    "ce compte est impossible (de %(lowest)d à %(highest)d)."
                ),
            },
        ),
        "elder_points_needed": lazy_gettext(
            "Pic ou pas ? Combien de points de jeu pour %(name)s avant le premier de l’autre, "
            "de %(lowest)d à %(highest)d ?"
        ),
        "elder_points_range": OneOf(
            _has_one_possible_number,
            {
                True: lazy_gettext(
                    "Points du premier en cartes avant ceux du donneur : ce ne peut être que %(lowest)d."
                ),
                False: lazy_gettext(
                    "Points du premier en cartes avant ceux du donneur : d’après les plis, "
                    "ce compte est impossible (de %(lowest)d à %(highest)d)."
                ),
            },
        ),
        # The error has the article of the house rule that makes these points necessary: low cards, or else single wins.
        "trick_points_needed": OneOf(
            lambda error: error.article == "PI-18",
            {
                True: lazy_gettext(
                    "À cette table, les 9, les 8 et les 7 ne rapportent rien : "
                    "dites les points d’entames et de plis de chacun."
                ),
                False: lazy_gettext(
                    "À cette table, un pli gagné sur sa propre entame ne compte qu’une fois : "
                    "dites les points d’entames et de plis de chacun."
                ),
            },
        ),
        "trick_points_impossible": lazy_gettext(
            "Points des plis : d’après les plis, ces deux comptes sont impossibles."
        ),
        "trick_points_range": lazy_gettext("Points des plis pour %(name)s : il en faut de %(lowest)d à %(highest)d."),
        "fault_shape": lazy_gettext("Irrégularité : elle ne se lit pas, il faut dire laquelle et de qui."),
        "fault_seat": lazy_gettext("Irrégularité : dites de qui."),
        "fault_kind": lazy_gettext("Irrégularité inconnue : %(quoted)s."),
        "fault_article": lazy_gettext(
            "Coup annulé : %(quoted)s n’en donne pas la raison, il faut PI-32, PI-33 ou PI-38."
        ),
    },
    after_label={
        "seat_value": lazy_gettext("%(quoted)s n’est la place de personne."),
        "point_missing": lazy_gettext("pour %(name)s, dites de combien de cartes."),
        "sequence_missing": lazy_gettext("pour %(name)s, dites de quelle longueur."),
        "set_missing": lazy_gettext("pour %(name)s, dites lesquels."),
        "both_score": lazy_gettext("un seul des deux marque, ou personne si c’est égal."),
        "scored_by_nobody": lazy_gettext("il y a de quoi marquer, mais pour personne : dites pour qui."),
        "offender_scores": lazy_gettext("après une fausse annonce, rien ne compte pour %(name)s dans ce coup."),
        "answer_value": lazy_gettext("%(quoted)s n’est pas une réponse, il faut bon, pas bon ou égal."),
        "answer_empty": lazy_gettext("avec cette réponse il faut une annonce pour %(name)s, et elle manque."),
        "cannot_hold": lazy_gettext("avec le reste, cela ne tient dans aucune main possible pour %(name)s."),
        "cannot_both_hold": lazy_gettext(
            "les deux mains ne peuvent pas tenir cela ensemble, les 32 cartes n’y suffisent pas."
        ),
        "not_held": lazy_gettext(
            "cela n’est pas dans la main notée pour %(name)s ; si c’est une fausse annonce, notez-la."
        ),
    },
    labels={
        **CATEGORY_LABELS,
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
        "low": lazy_gettext("Basses cartes"),
        "fault": lazy_gettext("Irrégularité"),
        "short_hand": lazy_gettext("Main courte"),
        "short_cards": lazy_gettext("Cartes de la main courte"),
    },
    # By placeholder, a function that returns its value, and the names of details of the error. The function is called
    # with the names of the players, then with these details. Example: `%(quatorze)s` is « quatorze d’as » for the
    # detail `rank` of A.
    fillers={
        "card": Filler(lambda _, code: short_card_name(str(code)), ("card",)),
        "cards_down": Filler(_count_cards_down, ("top",)),
        "run": Filler(lambda _, length, top: run_name(length, top), ("length", "top")),
        "least": Filler(lambda _, cards: min(possible_pips(cards)), ("cards",)),
        "most": Filler(lambda _, cards: max(possible_pips(cards)), ("cards",)),
        "quatorze": Filler(lambda _, rank: set_name(rank, 4), ("rank",)),
        "brelan": Filler(lambda _, rank: set_name(rank, 3), ("rank",)),
    },
)
