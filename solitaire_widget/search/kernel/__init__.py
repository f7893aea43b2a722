"""The search's inner loops, in the part of Python that numba compiles as it stands.

Nothing here knows a game, a card or a pile by name: there are slots, faces and nodes, all of them whole
numbers, in flat sequences. The same pages are loaded twice where numba is installed: as they are, working on
lists, and once more under the name `COMPILED`, with every function compiled, working on arrays
(`solitaire_widget.search.loading`).
"""

__all__ = []
