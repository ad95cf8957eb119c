"""Pictures of a book's felt, racetrack and wheel, drawn from what the book says.

It knows rules and books only, and no drawing asks which book it is.
"""

from croupier.pictures.felt_svg import felt_svg
from croupier.pictures.racetrack import racetrack_svg
from croupier.pictures.wheel import wheel_svg

__all__ = ["felt_svg", "racetrack_svg", "wheel_svg"]
