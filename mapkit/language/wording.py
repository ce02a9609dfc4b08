"""Messages in the words of a language and of a theme: catalogues in the form of gettext (`templates/messages`).

A translator's sentence may ask a noun for a form by any name, as `{thing:acc}` does: the catalogue holds the forms of
nouns, each in a context (`msgctxt`) of that name. A noun without that form stays as it is; another message passes the
form on to its own gaps. A message is said in English as a whole where it, or one that fills its gaps, has no words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from mapkit.language.catalogue import ENGLISH, catalogue, plain_language
from mapkit.model import resources
from mapkit.model.message import Message, Name, put, with_article


class NoWords(LookupError):
    """A message has no words in a language."""


def translated(
    said: Message | Name, language: str, keyed: Mapping[str, str | Sequence[str]] = MappingProxyType({})
) -> str:
    """A message in a language, else in English; `keyed` are the words of a phrase file, which go before catalogues."""
    if language == ENGLISH and not keyed and not resources.own_folder():
        return str(said)
    texts, plural_of = catalogue(language)
    is_english = plain_language(language) == ENGLISH  # in the words of a theme, which has few

    def words(said: Message, form: str) -> tuple[str, str]:
        if (own := keyed.get(said.template)) is not None:
            return own if isinstance(own, str) else own[plural_of(said.args["number"])], form
        number = plural_of(said.args["number"]) if said.many else 0
        if text := texts.get((form, said.template, number)):
            return text, ""
        text = texts.get(("", said.template, number))
        if not text and not is_english and is_in_words(said.template):
            raise NoWords(said.template)
        text = text or said.english
        return (with_article(text), "") if is_english and form and said.is_noun else (text, form)

    try:
        return put(said, words)
    except NoWords:
        return str(said)


@cache
def is_in_words(english: str) -> bool:
    """Whether a message says anything besides what fills its gaps."""
    return bool(re.search("[A-Za-z]", re.sub(r"{[^{}]*}", "", english)))
