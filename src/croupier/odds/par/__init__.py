"""PAR sheets: one content, three forms.

``assembly`` makes the sheet from a book and writes it as JSON; ``contents`` lays it out as a
document, which ``to_html`` and ``to_markdown`` write.
"""

from croupier.odds.par.assembly import make_sheet, to_json
from croupier.odds.par.sheet import Sheet
from croupier.odds.par.to_html import to_html
from croupier.odds.par.to_markdown import to_markdown

__all__ = ["Sheet", "make_sheet", "to_html", "to_json", "to_markdown"]
