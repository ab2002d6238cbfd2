"""The form of a soirée's stake: the amount that players owe for each point, partie or rank.

A soirée is an evening of parties, games played to their end.
"""

from __future__ import annotations

from flask import Blueprint, render_template, url_for
from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.carnet.debts import SIGN_LENGTH, USUAL_SIGN, set_stake, stake_of
from scorekeeper.record.models import Soiree, StakePer
from scorekeeper.record.refusals import RefusedError
from scorekeeper.web.core.i18n import gettext as _
from scorekeeper.web.flow.access import soiree_or_404
from scorekeeper.web.flow.posting import Refusal, carries_out_form, not_understood
from scorekeeper.web.forms import WriteForm
from scorekeeper.web.history.debts import STAKE_LABELS
from scorekeeper.web.history.debts.money import format_field_value, parse_amount


class StakeForm(WriteForm):
    """The kind of stake, and an amount with its currency. `WriteForm` is the base class of all forms that write."""

    # A value of `StakePer`: "point", "partie" or "rank"; empty for no stake.
    per = StringField("")
    amount = StringField(_l("Montant"), render_kw={"inputmode": "decimal", "maxlength": 12, "autocomplete": "off"})
    sign = StringField(_l("Monnaie"), render_kw={"maxlength": SIGN_LENGTH, "autocomplete": "off"})

    def stake_per(self) -> StakePer | None:
        """Return the kind of stake, None for no stake or an invalid kind."""
        try:
            return StakePer(self.per.data or "")
        except ValueError:
            return None


bp = Blueprint("stakes", __name__, url_prefix="/soirees/<id:soiree_id>/stake")


@bp.get("")
def edit(soiree_id: int) -> str:
    """Show the form with the current stake."""
    # Aborts with a 404 for a soirée that the reader may not see.
    soiree = soiree_or_404(soiree_id)
    stake = stake_of(soiree)
    values = {"per": "", "amount": "", "sign": USUAL_SIGN}
    if stake is not None:
        values = {"per": stake.per.value, "amount": format_field_value(stake.cents), "sign": stake.sign}
    return _render_form(soiree, form=StakeForm(formdata=None, data=values))


def _render_form(soiree: Soiree, refusal: Refusal | None = None, form: StakeForm | None = None) -> str:
    """Render the form, with the values of `form`, by default those that were sent."""
    return render_template(
        "history/soirees/stake.html",
        soiree=soiree,
        form=form or StakeForm(),
        refusal=refusal,
        kinds=[(per.value, STAKE_LABELS[per]) for per in StakePer],
    )


# `carries_out_form` gives the function the soirée of the address and redirects to the address that it returns. If it
# raises `RefusedError`, nothing is recorded, and `_render_form` renders the form again with the reason (`refusal`).
@bp.post("")
@carries_out_form(_render_form, soiree=soiree_or_404)
def change(soiree: Soiree) -> str:
    """Set or remove the stake."""
    form = StakeForm()
    per = form.stake_per()
    # An unknown kind, which no page of the app sends.
    if per is None and form.per.data:
        raise not_understood()
    stake = stake_of(soiree)
    # The user typed an amount without a kind of stake. If the soirée has a stake, the form was rendered with its
    # amount: no kind then means that the stake is to be removed.
    if per is None and (form.amount.data or "").strip() and stake is None:
        sentence = _("Par point, par partie ou par rang ?")
        raise RefusedError("not_understood", field="per", sentence=sentence)
    # The amount as cents, and the currency typed beside it, empty without one.
    cents, typed_sign = 0, ""
    if per is not None:
        cents, typed_sign = parse_amount(form.amount.data or "")
    # The currency in the field of its own. A currency typed in the amount must be the same, or that of the stored
    # stake: the form may have been rendered before another device set this stake.
    sign = (form.sign.data or "").strip()
    known_signs = {"", sign}
    if stake is not None:
        known_signs.add(stake.sign)
    # Without a stored stake, the usual sign in the field is the default of the form. No user chose it, so it does not
    # contradict another currency typed in the amount.
    is_first = stake is None and sign == USUAL_SIGN
    if sign and not is_first and typed_sign not in known_signs:
        sentence = _("Le montant est en %(typed)s et la monnaie dit %(sign)s : laquelle ?", typed=typed_sign, sign=sign)
        raise RefusedError("not_understood", field="sign", sentence=sentence)
    set_stake(soiree, per, cents, typed_sign or sign)
    return url_for("soirees.show", soiree_id=soiree.id)
