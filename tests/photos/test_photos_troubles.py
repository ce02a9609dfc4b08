"""What a picture does not show is never empty: things on the sheet, bad light, pale ink and slips of the pen."""

import numpy as np
import pytest

import mapkit
from benchmarks import troubles
from benchmarks.camera import CONDITIONS, PENS, RULED, SCALE, Hand, blank_pages, draw, photograph, plain_page
from benchmarks.photos import drawing, hands, truth
from benchmarks.troubles import KINDS, wrong
from mapkit.games.shelf import GAMES
from mapkit.model.grid import Border, Square, cell_of
from mapkit.model.settings import BadSetting
from mapkit.photos import doubts, reader
from mapkit.photos.sheet import PLAIN, PlaceLook
from mapkit.studio import photo_jobs
from tests.photos.test_photos import a_map, page, saved, the_reading

SEEN = (
    *("finger", "coin", "glare", "half in hard shadow", "grey scan", "red ink", "walls struck out", "signs struck out"),
)
"""The troubles of which a photo is read in every run of the tests; the others are in the long ones."""


@pytest.mark.parametrize(
    "kind", [each if each in SEEN else pytest.param(each, marks=pytest.mark.long) for each in KINDS]
)
def test_nothing_is_sure_and_wrong_in_a_photo_with_a_trouble(kind: str) -> None:
    photo = troubles.photo([*KINDS].index(kind))
    try:
        found, refused = wrong(troubles.read(photo), photo.drawn.true), ""
    except BadSetting as why:
        found, refused = [], str(why)
    assert found == []
    assert not refused or "; " in refused  # what was found, and what would do


def test_a_place_under_a_thing_is_a_doubt_and_all_others_are_as_sure_as_without_it() -> None:
    """A finger lies over c3 and parts of its neighbours; it is as light as paper in red, where ink is dark."""
    seen, box = draw(page(), a_map(), Hand(PENS["ballpoint"]), "1"), page().part.tile_box("c3")
    y, x = np.mgrid[: seen.shape[0], : seen.shape[1]] / SCALE
    under = np.hypot(x - box.middle[0], y - box.middle[1]) < 0.75 * box.width
    seen = np.where(under[..., None], np.array((235, 190, 165), np.uint8), seen)
    found = reader.read([("photo", photograph(seen, CONDITIONS["usual"], "1"))])
    hidden = {"c3", *(Border(cell, side) for cell, side in (("c3", "N"), ("c3", "E"), ("c2", "N"), ("b3", "E")))}
    assert hidden <= {*found.doubts}
    beside = {"b2", "c2", "d2", "b3", "c3", "d3", "b4", "c4", "d4"}
    assert {cell_of(place) for place in {*found.doubts} - {*the_reading().doubts}} <= beside


def test_a_letter_that_was_read_is_read_by_the_same_ink_still() -> None:
    """One sample of M is hardly an M: with a little less of its foot, every M of the map was an H."""
    drawn = drawing("treasures", 4)
    hand = Hand(PENS["ballpoint"], letters=hands().get("Kristi", Hand().letters))
    data = photograph(draw(blank_pages(drawn.map)[0], drawn.map, hand, "4"), CONDITIONS["tilted"], "4")
    assert wrong(reader.read([("photo", data)]), drawn.true) == []


@pytest.mark.parametrize("edge", [0.02, 0.3])
def test_the_edge_of_a_shadow_on_a_printed_line_is_no_wall(edge: float) -> None:
    seen, box = draw(page(), a_map(), Hand(PENS["felt pen"]), "1"), page().part.tile_box("d4")
    dark = 1 - 0.65 / (1 + np.exp(np.clip((box.x - np.arange(seen.shape[1]) / SCALE) / edge, -50, 50)))
    found = reader.read(
        [("photo", photograph((seen * dark[None, :, None]).astype(np.uint8), CONDITIONS["plain"], "1"))]
    )
    assert wrong(found, truth(a_map())) == []


@pytest.mark.parametrize("game", ["treasures", "labyrinth", "dungeon", "quoridor"])
def test_an_empty_sheet_is_one_on_which_nothing_is_drawn(game: str) -> None:
    map_ = mapkit.generate(game, seed="empty")
    photos = [photograph(blank_page.pixels, CONDITIONS["usual"], "empty") for blank_page in blank_pages(map_, "grey")]
    with pytest.raises(BadSetting, match="nothing is drawn on the sheet; draw with a dark pen"):
        reader.read([(f"{number}", photo) for number, photo in enumerate(photos)])


def test_two_boards_in_one_picture_are_told() -> None:
    drawn = draw(plain_page(Square(6, 6), RULED["blank"], 12.0), a_map(), Hand(), "one", samples=False)
    data = saved(np.hstack([np.asarray(drawn)[300:1600], np.asarray(drawn)[300:1600]]))
    with pytest.raises(BadSetting, match="two boards of 6x6 are seen; name the corners of one: --corners"):
        reader.find_plain(("photo", data), GAMES["treasures"], Square(6, 6))


def test_a_sign_that_is_not_sure_may_have_been_struck_out() -> None:
    found = the_reading()
    unsure = found._replace(
        looks={**found.looks, "e3": PlaceLook("X1", "X2", False), "c3": PlaceLook(PLAIN, "", False)}
    )
    assert doubts.ways(unsure, "e3") == ("X1", "X2", PLAIN)
    assert doubts.ways(unsure, "c3") == (PLAIN,)
    offered = {doubt.place: [way.word for way in doubt.ways] for doubt in photo_jobs.drawn(unsure).doubts}
    assert (offered["e3"], offered["c3"]) == (["X1", "X2", PLAIN], [PLAIN]), "the studio offers the same"
