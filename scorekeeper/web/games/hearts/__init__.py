"""The pages of Dame de Pique (Hearts), as the registry `web.games.PAGES` takes them.

`GamePages` in `web/games/contract.py` explains each argument. A *volte* is all counting cards taken by one player
(shooting the moon); keys such as `moon` are those of a line of the sheet: points with their reason. Articles such as
DP-13 are those of the rulebook of Dame de Pique.
"""

from __future__ import annotations

from flask_babel import lazy_gettext

from scorekeeper.web.games.contract import BlankColumns, CardPages, GamePages
from scorekeeper.web.games.hearts import cards, form, pages, text

PAGES = GamePages(
    text=text,
    form=form.facts_form,
    # Random facts (what is recorded of a manche: who took which cards), for tests and the demo.
    sample=pages.sample_facts,
    # Beside the title of the sheet of a partie (a game to its end), the limit; beside the total of a side, the points
    # below it.
    partie_note=pages.partie_note,
    side_note=pages.side_note,
    # The words beside a manche (deal) in the sheet.
    marks={"moon": lazy_gettext("volte")},
    # What a player achieved: in sentences about a partie or an evening, and as columns of the statistics.
    soiree_feats=text.SOIREE_FEATS,
    feats=pages.FEATS,
    # For the entry card by card: the points so far beside each player, the answers that the form sends after the last
    # card (the kind of a volte), and whether the remaining tricks can no longer change the points, with the words for
    # it.
    cards=CardPages(
        seat_notes=cards.seat_notes,
        add_answers=cards.add_answers,
        decided=cards.decided,
        when_decided=lazy_gettext("tout ce qui compte est tombé"),
    ),
    # The slug `hearts:simple` is the kind of the game in which only hearts count (DP-29). It is the only kind of this
    # game: the argument of `name_of` is always `simple`. `__getitem__` is the function that looks it up in the mapping.
    name_of={"simple": lazy_gettext("Cœurs simples")}.__getitem__,
    # Its number at BoardGameGeek.
    bgg_id=6887,
    # By the reason that a card takes a trick, the article: `suit` is the highest card of the suit led, `twin` one of
    # two equal cards (some decks have a card twice), `joker` a joker.
    trick_articles={"suit": "DP-13", "twin": "DP-13", "joker": "DP-2"},
    # “Count this pile”, and the sheet to print, with the direction of the pass in each line.
    tools=(cards.PILE,),
    blank=BlankColumns(line_text=cards.pass_label),
    # The functions that the templates of `templates/games/hearts/` call, by name.
    helpers={
        "pass_sentence": cards.pass_sentence,
        "draw_pass": cards.draw_pass,
        "opening_sentence": cards.opening_sentence,
        "leader_question": cards.leader_question,
        "volte_kinds": cards.volte_kinds,
    },
)
