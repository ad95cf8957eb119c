"""What a wheel's sensor on a serial line reports.

A sensor reports and never decides: what a report means for a round is the table's to say, by its
book. Time, randomness and the serial line are given from outside.
"""
