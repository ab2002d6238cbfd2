# /// script
# requires-python = ">=3.11"
# dependencies = ["fonttools>=4.60,<5", "brotli>=1.1"]
# ///
"""Make static/fonts/literata.woff2, the font of every page; run by hand with `uv run .ci/font.py`, not by the build.

Literata (OFL, no reserved name) from the npm registry, reduced to French and English and to the weights 400 to 700.
Every figure is tabular, so that columns line up, and the suits and signs that the font lacks are drawn here, so that
they are the same on every device.
"""

from __future__ import annotations

import base64
import hashlib
import io
import itertools
import tarfile
from pathlib import Path
from urllib.request import urlopen

from fontTools import subset
from fontTools.pens.areaPen import AreaPen
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.recordingPen import RecordingPen
from fontTools.pens.reverseContourPen import ReverseContourPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

TARGET = Path(__file__).resolve().parent.parent / "static" / "fonts" / "literata.woff2"
ADDRESS = "https://registry.npmjs.org/@fontsource-variable/literata/-/literata-5.3.0.tgz"
INTEGRITY = "1Jw7xvOcoGyB83lxB2nG4bfNbqtX2/TTbdh9sHAOmU064SvmSdulDtA5RBu5JYWf64fdaKX7xU+z3GO1T2bCHA=="
MEMBER = "package/files/literata-latin-wght-normal.woff2"

LETTERS = "ÀÂÄÁÃÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÙÛÜŒßàâäáãåæçèéêëíîïñóôöøúùûüÿœ"
# Letters after which kerning shows: without it there is a visible gap.
LEADERS = "AÀÂÄLPTVWY'\u2019"
SIGNS = "\u00a0«»°·½×÷–—‘’“”•…\u2039\u203a−"
# A width and the outlines, in thousandths of an em above the baseline; a capital is 700 high. An outline that begins
# with a minus is a hole.
_HEART = """M340 -10 C250 120 40 250 40 470 C40 600 130 690 230 690 C285 690 325 660 340 610
  C355 660 395 690 450 690 C550 690 640 600 640 470 C640 250 430 120 340 -10"""
_SPADE = """M340 710 C260 590 30 470 30 290 C30 180 110 110 200 110 C265 110 320 150 340 220
  C360 150 415 110 480 110 C570 110 650 180 650 290 C650 470 420 590 340 710 Z
  M318 175 C312 100 285 40 225 0 L455 0 C395 40 368 100 362 175"""
_DIAMOND = """M310 720 C250 590 140 450 50 350 C140 250 250 110 310 -20
  C370 110 480 250 570 350 C480 450 370 590 310 720"""
_CLUB = """M180 545 A160 160 0 1 1 500 545 A160 160 0 1 1 180 545 Z
  M20 265 A160 160 0 1 1 340 265 A160 160 0 1 1 20 265 Z
  M340 265 A160 160 0 1 1 660 265 A160 160 0 1 1 340 265 Z M270 450 L410 450 L470 230 L210 230 Z
  M318 265 C312 100 285 40 225 0 L455 0 C395 40 368 100 362 265"""
_DISC = "M70 350 A230 230 0 1 1 530 350 A230 230 0 1 1 70 350"
_HOLE = "-M115 350 A185 185 0 1 1 485 350 A185 185 0 1 1 115 350"
_SQUARE = "M85 135 L85 565 L515 565 L515 135"
_TRIANGLE = "M300 620 L560 125 L40 125"
_CROSS = """M90 225 L215 350 L90 475 L175 560 L300 435 L425 560 L510 475 L385 350 L510 225 L425 140
  L300 265 L175 140"""
_PLUS = "M225 100 L225 275 L50 275 L50 425 L225 425 L225 600 L375 600 L375 425 L550 425 L550 275 L375 275 L375 100"
_BACK = """M640 230 C640 430 520 570 370 570 C250 570 160 480 140 350 L40 350 L170 150 L300 350 L200 350
  C218 450 285 510 370 510 C490 510 575 400 575 230"""
_VARYING = 0x40  # the bit of a distance that varies with the weight
_PAIR_BY_PAIR = 1  # the format of kerning by pairs, not by classes of letters
DRAWN = {
    "♥": (680, _HEART),
    "♠": (680, _SPADE),
    "♦": (620, _DIAMOND),
    "♣": (680, _CLUB),
    "◆": (520, "M260 620 L470 350 L260 80 L50 350"),
    "●": (600, _DISC),
    "○": (600, f"{_DISC} Z {_HOLE}"),
    "■": (600, _SQUARE),
    "□": (600, f"{_SQUARE} Z -M155 205 L155 495 L445 495 L445 205"),
    "▲": (600, _TRIANGLE),
    "△": (600, f"{_TRIANGLE} Z -M300 465 L435 200 L165 200"),
    "✕": (600, _CROSS),
    "✚": (600, _PLUS),
    "→": (700, "M60 378 L510 378 L385 503 L425 543 L620 350 L425 157 L385 197 L510 322 L60 322"),
    "←": (700, "M640 378 L190 378 L315 503 L275 543 L80 350 L275 157 L315 197 L190 322 L640 322"),
    "↶": (700, _BACK),
}


def download() -> TTFont:
    """Download the font; exit if its hash is not the expected one."""
    with urlopen(ADDRESS, timeout=60) as answer:
        archive = answer.read()
    if base64.b64encode(hashlib.sha512(archive).digest()).decode() != INTEGRITY:
        message = f"{ADDRESS} has another hash than expected"
        raise SystemExit(message)
    with tarfile.open(fileobj=io.BytesIO(archive)) as packed:
        member = packed.extractfile(MEMBER)
        assert member is not None  # noqa: S101 - its hash is known
        return TTFont(io.BytesIO(member.read()))


def line_up_figures(font: TTFont) -> None:
    """Map every figure to its tabular form."""
    substitutions = font["GSUB"].table
    records = substitutions.FeatureList.FeatureRecord
    tabular = next(record.Feature for record in records if record.FeatureTag == "tnum")
    swaps: dict[str, str] = {}
    for index in tabular.LookupListIndex:
        for subtable in substitutions.LookupList.Lookup[index].SubTable:
            swaps |= getattr(subtable, "ExtSubTable", subtable).mapping
    for table in font["cmap"].tables:
        table.cmap = {code: swaps.get(glyph, glyph) for code, glyph in table.cmap.items()}


def cut_down(font: TTFont) -> TTFont:
    """Keep the letters and signs of French and English, the kerning, the weights 400 to 700."""
    options = subset.Options(layout_features=["kern"], hinting=False, name_IDs=[0, 1, 2, 4, 13, 14])
    options.drop_tables += ["vhea", "vmtx", "HVAR"]  # the outlines determine how the widths vary
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=[*range(0x20, 0x7F), *map(ord, LETTERS + SIGNS)])
    subsetter.subset(font)
    return instancer.instantiateVariableFont(font, {"wght": (400, 700)})


def reduce_kerning(font: TTFont) -> None:
    """Keep only the kerning after some capitals and the apostrophe, the same at every weight, to save a fifth."""
    leaders = {glyph for code, glyph in font.getBestCmap().items() if chr(code) in LEADERS}
    for lookup in font["GPOS"].table.LookupList.Lookup:
        for pairs in lookup.SubTable:
            led = [glyph in leaders for glyph in pairs.Coverage.glyphs]
            if pairs.Format == _PAIR_BY_PAIR:
                pairs.PairSet = list(itertools.compress(pairs.PairSet, led))
                pairs.PairSetCount = len(pairs.PairSet)
                kept = [pair for pair_set in pairs.PairSet for pair in pair_set.PairValueRecord]
            else:
                classes = pairs.ClassDef1.classDefs
                used = sorted({0, *(classes.get(glyph, 0) for glyph in itertools.compress(pairs.Coverage.glyphs, led))})
                classes = {glyph: used.index(kind) for glyph, kind in classes.items() if glyph in leaders}
                pairs.ClassDef1.classDefs = classes
                pairs.Class1Record = [pairs.Class1Record[kind] for kind in used]
                pairs.Class1Count = len(used)
                kept = [pair for first in pairs.Class1Record for pair in first.Class2Record]
            pairs.Coverage.glyphs = list(itertools.compress(pairs.Coverage.glyphs, led))
            pairs.ValueFormat1 &= ~_VARYING
            for pair in kept:
                vars(pair.Value1).pop("XAdvDevice", None)
    font["GDEF"].table.VarStore = None


def draw(font: TTFont) -> None:
    """Add the suits and signs that the face lacks, the same at every weight."""
    for sign, (width, outlines) in DRAWN.items():
        name = f"uni{ord(sign):04X}"
        glyph = TTGlyphPen(None)
        for outline in outlines.split("Z"):
            _contour(outline.strip(), glyph)
        font["glyf"][name] = glyph.glyph()
        font["glyf"][name].recalcBounds(font["glyf"])
        font["hmtx"][name] = (width, font["glyf"][name].xMin)
        font["gvar"].variations[name] = []
        for table in font["cmap"].tables:
            table.cmap[ord(sign)] = name


def _contour(outline: str, glyph: TTGlyphPen) -> None:
    """Draw one outline clockwise, or the other way if it is a hole, which begins with a minus."""
    drawn, area = RecordingPen(), AreaPen()
    parse_path(f"{outline.removeprefix('-')} Z", drawn)
    drawn.replay(area)
    curves = Cu2QuPen(glyph, max_err=2)
    drawn.replay(ReverseContourPen(curves) if (area.value > 0) != outline.startswith("-") else curves)


def main() -> None:
    """Make the file."""
    font = download()
    line_up_figures(font)
    font = cut_down(font)
    reduce_kerning(font)
    draw(font)
    font.flavor = "woff2"
    TARGET.parent.mkdir(exist_ok=True)
    font.save(TARGET)
    print(f"{TARGET.name}: {TARGET.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
