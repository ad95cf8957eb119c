"""The Slingshot sensor's serial protocol: bytes in, reports out, bytes to send; no I/O, no clock.

packets   bytes to packets, whatever noise lies between
labels    two characters to a pocket of the wheel
states    the wheel's own states and what may follow what
pulse     whether the packets tell of now or come from a buffer
watch     one round as the sensor sees it: when a number counts, and what blocks it
warnings  the warning bits and the clauses they point to
sensor    all of it put together, and what is sent to the wheel
"""

from croupier.wheels.slingshot.sensor import Settings, Slingshot

__all__ = ["Settings", "Slingshot"]
