"""Share a carnet: invitations, accesses, their names, revoking them; and limits on guessing codes."""

from __future__ import annotations

import datetime as dt
import hashlib
from typing import TYPE_CHECKING

import pytest
from record.evening import FIRST, Evening
from sqlalchemy import func, select, update

from scorekeeper.record.carnet import carnets, merges
from scorekeeper.record.carnet.anonymity import anonymise
from scorekeeper.record.database import db, writing
from scorekeeper.record.models import Access, Attempt, Invitation, Role, utc_now
from scorekeeper.record.partie.journal import changes_since
from scorekeeper.record.refusals import RefusedError
from scorekeeper.record.sharing import accesses, attempts
from scorekeeper.record.sharing.recovery_code import code_of

if TYPE_CHECKING:
    from scorekeeper.record.models import Soiree


def invite(evening: Evening, role: Role = Role.SPECTATEUR, soiree: Soiree | None = None) -> tuple[Invitation, str]:
    with writing():
        return accesses.invite(evening.carnet, role, soiree)


def join(invitation: Invitation, name: str = "", player_id: int | None = None) -> Access:
    with writing():
        return accesses.accept_invitation(invitation, accesses.Joiner(name, player_id))


def test_only_the_digest_of_a_token_is_stored(evening: Evening) -> None:
    invitation, token = invite(evening)
    assert len(token) >= 32
    assert invitation.digest == hashlib.sha256(token.encode()).hexdigest()
    stored = [str(value) for row in db.session.execute(select(Invitation.__table__)) for value in row]
    assert not any(token in value for value in stored)
    found = accesses.find_invitation(token)
    assert found is not None
    assert found.id == invitation.id


@pytest.mark.parametrize("spoilt", ["", "x", "half", "more", "other", "\ud800", "9" * 5000])
def test_any_other_token_is_refused(evening: Evening, spoilt: str) -> None:
    _, token = invite(evening)
    given = {"half": token[:-1], "more": f"{token}A", "other": token.swapcase()}.get(spoilt, spoilt)
    assert accesses.find_invitation(given) is None


def test_an_access_has_the_role_of_its_invitation(evening: Evening) -> None:
    scorer = join(invite(evening, Role.MARQUEUR)[0], "  Mamie ")
    guest = join(invite(evening, soiree=evening.soiree)[0])
    assert (scorer.role, scorer.name, scorer.soiree_id, scorer.ends_at) == (Role.MARQUEUR, "Mamie", None, None)
    assert (guest.role, guest.name, guest.soiree_id) == (Role.SPECTATEUR, "", evening.soiree.id)
    assert guest.ends_at == accesses.invitation_end(evening.soiree)


def test_no_invitation_is_for_an_owner_or_to_write_in_one_soiree(evening: Evening) -> None:
    for role, soiree in ((Role.OWNER, None), (Role.MARQUEUR, evening.soiree)):
        with pytest.raises(RefusedError, match="no_such_invitation"):
            invite(evening, role, soiree)


def test_an_invitation_to_a_soiree_ends_at_noon_of_the_day_after_it_or_of_tomorrow(evening: Evening) -> None:
    now = dt.datetime.now().astimezone()
    for days, noon in ((3, 4), (0, 1), (-40, 1)):
        with writing():
            carnets.set_date_and_place(evening.soiree, now.date() + dt.timedelta(days), "")
        ends = accesses.invitation_end(evening.soiree).astimezone()
        assert (ends.date(), ends.hour) == (now.date() + dt.timedelta(noon), 12)


def test_it_ends_at_noon_where_the_soiree_is(evening: Evening) -> None:
    """Noon of 1 January in Papeete is 22:00 in UTC."""
    evening.soiree.zone, evening.soiree.held_on = "Pacific/Tahiti", dt.date(2199, 12, 31)
    assert accesses.invitation_end(evening.soiree) == dt.datetime(2200, 1, 1, 22, tzinfo=dt.UTC)


@pytest.mark.parametrize("why", ["revoked", "over", "full", "soirée deleted"])
def test_an_invitation_that_is_no_longer_valid_is_refused(evening: Evening, why: str) -> None:
    invitation, token = invite(evening, soiree=evening.soiree)
    with writing():
        if why == "revoked":
            accesses.revoke(invitation)
        elif why == "over":
            invitation.ends_at = dt.datetime.now(dt.UTC)
        elif why == "full":
            invitation.places = 0
        else:
            carnets.delete_soiree(evening.soiree)
    assert accesses.find_invitation(token) is None
    with pytest.raises(RefusedError, match="no_such_invitation"):
        join(invitation)


def test_each_access_uses_a_place_of_the_invitation(evening: Evening) -> None:
    invitation, token = invite(evening, Role.MARQUEUR)
    before = invitation.places
    for _ in range(before):
        join(invitation)
    assert (before, invitation.places, accesses.find_invitation(token)) == (12, 0, None)


def test_revoking_an_invitation_revokes_its_accesses_only(evening: Evening) -> None:
    one, other = invite(evening)[0], invite(evening)[0]
    first, second = join(one), join(other)
    with writing():
        accesses.revoke(one)
    assert not accesses.is_valid(first)
    assert first.generation == 2
    assert accesses.is_valid(second)
    assert accesses.is_valid(evening.access)


def test_revoking_all_leaves_one_access(evening: Evening) -> None:
    invitation, token = invite(evening)
    join_carnet = join(invitation)
    with writing():
        second = carnets.open_by_code(code_of(evening.carnet))
        accesses.revoke_all(evening.carnet, evening.access)
    assert [one.id for one in accesses.list_accesses(evening.carnet).items] == [evening.access.id]
    assert not accesses.is_valid(join_carnet)
    assert not accesses.is_valid(second)
    assert accesses.find_invitation(token) is None
    assert accesses.open_invitations(evening.carnet) == []


def test_handing_over_changes_the_owner_and_the_code(evening: Evening) -> None:
    code, guest = code_of(evening.carnet), join(invite(evening, soiree=evening.soiree)[0])
    with writing():
        accesses.hand_over(evening.access, guest)
    assert (evening.access.role, guest.role) == (Role.MARQUEUR, Role.OWNER)
    assert (guest.soiree_id, guest.ends_at) == (None, None)
    with pytest.raises(RefusedError, match="unknown_code"), writing():
        carnets.open_by_code(code)


def test_a_carnet_is_not_handed_over_to_oneself_or_a_revoked_access(evening: Evening) -> None:
    gone = join(invite(evening)[0])
    with writing():
        accesses.end_access(gone)
    for taker in (evening.access, gone):
        with pytest.raises(RefusedError, match="cannot_take_over"), writing():
            accesses.hand_over(evening.access, taker)


def test_changes_have_the_name_of_their_access(evening: Evening) -> None:
    partie = evening.partie()
    luc = join(invite(evening, Role.MARQUEUR)[0], player_id=evening.player("Luc").id)
    mamie, nobody = (join(invite(evening, Role.MARQUEUR)[0], name) for name in ("Mamie", ""))
    for access in (luc, mamie, nobody):
        with evening.table(partie, access=access) as table:
            table.record(FIRST, "")
    wrote = [change.access_id for change in changes_since(partie, 0) if change.access_id]
    assert accesses.access_names({one for one in wrote if one}) == {luc.id: "Luc", mamie.id: "Mamie"}


def test_the_access_of_a_merged_player_is_that_of_the_remaining_one(evening: Evening) -> None:
    player, other = evening.player("Zoé"), evening.player("Zoe")
    access = join(invite(evening)[0], player_id=other.id)
    with writing():
        merges.merge_players(player, other, evening.access)
    assert accesses.access_names({access.id}) == {access.id: "Zoé"}


def test_an_anonymised_name_is_replaced_in_accesses_too(evening: Evening) -> None:
    luc = evening.player("Luc")
    access = join(invite(evening)[0], "le grand Luc")
    with writing():
        anonymise(luc, "Joueur {}".format)
    assert accesses.access_names({access.id}) == {access.id: "le grand Joueur 1"}


def test_an_access_cannot_be_a_player_of_another_carnet(evening: Evening) -> None:
    with writing():
        stranger = carnets.add_player(carnets.create_carnet("").carnet, "Luc")
    for player_id in (stranger.id, 0):
        with pytest.raises(RefusedError, match="player_unknown"):
            join(invite(evening)[0], player_id=player_id)


def test_the_suggested_players_are_those_of_the_soiree(evening: Evening) -> None:
    evening.partie("Anne", "Luc", game="piquet")
    with writing():
        other = carnets.open_soiree(evening.carnet, dt.date(2026, 11, 22), "")
        carnets.add_player(evening.carnet, "Zoé")
    assert [one.name for one in accesses.suggested_players(evening.carnet, evening.soiree)] == ["Anne", "Luc"]
    assert accesses.suggested_players(evening.carnet, other) == []
    assert [one.name for one in accesses.suggested_players(evening.carnet)] == ["Anne", "Luc"]


def test_only_a_network_that_sent_ten_wrong_codes_has_to_wait(evening: Evening) -> None:
    del evening
    mine, counted = ["2001:db8:0:7::/64", "2001:db8::/48"], attempts.Counted.WRONG_CODE
    with writing():
        for _ in range(10):
            attempts.count_attempt(counted, mine)
        with pytest.raises(attempts.ManyAttemptsError, match="many_attempts") as refused:
            attempts.count_attempt(counted, mine)
        assert refused.value.details["minutes"] == 10
        attempts.count_attempt(counted, ["2001:db8:0:8::/64", mine[1]])
        attempts.count_attempt(attempts.Counted.NEW_CARNET, mine)
        db.session.execute(update(Attempt).values(since=utc_now() - dt.timedelta(minutes=10)))
        attempts.count_attempt(counted, mine)
        assert db.session.get_one(Attempt, f"WRONG_CODE:{mine[0]}", populate_existing=True).number == 1
        db.session.execute(update(Attempt).values(since=utc_now() - dt.timedelta(minutes=61)))
        attempts.count_attempt(counted, ["198.51.100.1/32"])
        assert db.session.scalar(select(func.count()).select_from(Attempt)) == 1


def test_a_large_network_has_a_limit_too(evening: Evening) -> None:
    """Ten wrong codes from each of eleven networks of one /48."""
    del evening
    counted, large = attempts.Counted.WRONG_CODE, "2001:db8::/48"
    with writing():
        for number in range(100):
            attempts.count_attempt(counted, [f"2001:db8:0:{number // 10}::/64", large])
        with pytest.raises(attempts.ManyAttemptsError):
            attempts.count_attempt(counted, ["2001:db8:0:11::/64", large])
