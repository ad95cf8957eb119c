"""Values that a notebook displays as pictures, made by `croupier.notebook`."""


class ShownAsPicture:
    """A value that a notebook displays as a drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from croupier.notebook import svg_of

        return svg_of(self)


class ShownAsPage:
    """A value that a notebook displays as figures and drawings."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from croupier.notebook import html_of

        return html_of(self)
