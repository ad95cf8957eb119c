"""What shows itself as a picture in a notebook; the picture is made by `croupier.notebook`."""


class ShownAsPicture:
    """Something of which a notebook shows a drawing."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        from croupier.notebook import svg_of

        return svg_of(self)


class ShownAsPage:
    """Something of which a notebook shows figures, with drawings among them."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        from croupier.notebook import html_of

        return html_of(self)
