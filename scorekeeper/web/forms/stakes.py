"""What a soirée is played for: nothing, or so much a point, a partie, a rank."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from wtforms import StringField

from scorekeeper.record.models import StakePer
from scorekeeper.record.stakes import SIGN_LENGTH
from scorekeeper.web.forms import WriteForm


class StakeForm(WriteForm):
    """The kind of stake, empty for none, and an amount with its currency."""

    per = StringField("")
    amount = StringField(_l("Combien"), render_kw={"inputmode": "decimal", "maxlength": 12, "autocomplete": "off"})
    sign = StringField(_l("Monnaie"), render_kw={"maxlength": SIGN_LENGTH, "autocomplete": "off"})

    def chosen(self) -> StakePer | None:
        """What the stake is paid for, None for nothing."""
        sent = self.per.data or ""
        return StakePer(sent) if sent in {per.value for per in StakePer} else None
