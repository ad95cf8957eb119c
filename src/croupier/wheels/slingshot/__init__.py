"""The Slingshot sensor's serial protocol: bytes in, reports out, bytes to send; no I/O, no clock.

packets  bytes to packets, two characters to a pocket, and changes of the wheel's state
watch    one round as the sensor sees it: when a number counts, what blocks it, the warning bits
sensor   all of it together: whether packets are live or stale, and what is sent to the wheel
"""

from croupier.wheels.slingshot.sensor import Settings, Slingshot

__all__ = ["Settings", "Slingshot"]
