"""A small C kernel, compiled when the benchmark runs: the other side that knows no Python at all.

Plain C as one writes it, with the compiler's best options: xoshiro256++, unbiased pockets, one
session after the other; and the chain of a Martingale as two nested loops.
"""

import ctypes
import subprocess
import tempfile
from pathlib import Path

SOURCE = r"""
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static uint64_t s[4];
static inline uint64_t rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
static inline uint64_t word(void) {
    uint64_t r = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
    s[2] ^= s[0]; s[3] ^= s[1]; s[1] ^= s[2]; s[0] ^= s[3]; s[2] ^= t; s[3] = rotl(s[3], 45);
    return r;
}
static inline uint32_t pocket(void) {
    for (;;) {
        uint64_t m = (word() >> 32) * 37;
        if ((uint32_t)m >= 4294967296ull % 37) return m >> 32;
    }
}
void seed(uint64_t x) { for (int i = 0; i < 4; i++) { s[i] = x += 0x9E3779B97F4A7C15ull; word(); } }
int64_t settle(int64_t spins, const int64_t *net) {
    int64_t total = 0;
    while (spins--) total += net[pocket()];
    return total;
}
/* kind 0 Martingale, 1 Fibonacci, 2 D'Alembert; returns the spins played */
int64_t sessions(int64_t n, int spins, int bank, int limit, int kind, int64_t *ruined) {
    int64_t played = 0;
    int fib[64] = {1, 1}, last = 1;
    while (fib[last] < limit) { last++; fib[last] = fib[last - 1] + fib[last - 2]; }
    for (int64_t i = 0; i < n; i++) {
        int b = bank, state = kind == 1 ? 0 : 1, t = 0;
        for (;;) {
            int stake = kind == 1 ? fib[state] : state;
            if (stake > limit) stake = limit;
            if (b < stake) { ++*ruined; break; }
            if (t == spins) break;
            t++;
            int won = pocket() < 18;
            b += won ? stake : -stake;
            if (kind == 0) state = won ? 1 : (2 * state < limit ? 2 * state : limit);
            else if (kind == 1 && won) state = state > 2 ? state - 2 : 0;
            else if (kind == 1) state = state < last ? state + 1 : last;
            else state = won ? (state > 1 ? state - 1 : 1) : (state < limit ? state + 1 : limit);
        }
        played += t;
    }
    return played;
}
double ruin(int spins, int bank, int limit) {
    int stake[32], states = 0, width = bank + spins + limit + 1;
    for (int k = 1; ; k *= 2) { stake[states++] = k < limit ? k : limit; if (k >= limit) break; }
    double *now = calloc(states * width, 8), *then = calloc(states * width, 8);
    double ruined = 0, p = 18.0 / 37;
    now[bank] = 1;
    for (int t = 0; t <= spins; t++) {
        memset(then, 0, (size_t)states * width * 8);
        for (int q = 0; q < states; q++) {
            int k = stake[q], up = q + 1 < states ? q + 1 : q;
            for (int b = 0; b < k; b++) ruined += now[q * width + b];
            if (t == spins) continue;
            double *row = now + q * width, *win = then + k, *lose = then + up * width - k;
            for (int b = k; b < width - k; b++) win[b] += row[b] * p;
            for (int b = k; b < width; b++) lose[b] += row[b] * (1 - p);
        }
        double *swap = now; now = then; then = swap;
    }
    free(now); free(then);
    return ruined;
}
"""


def kernel() -> ctypes.CDLL:
    """Compile and load it."""
    with tempfile.TemporaryDirectory() as folder:
        source, library = Path(folder) / "kernel.c", Path(folder) / "kernel.so"
        source.write_text(SOURCE, encoding="utf-8")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run(["cc", *options, "-o", library, source], check=True)
        made = ctypes.CDLL(str(library))
    made.seed.argtypes = [ctypes.c_uint64]
    made.settle.argtypes = [ctypes.c_int64, ctypes.c_void_p]
    made.settle.restype = made.sessions.restype = ctypes.c_int64
    made.sessions.argtypes = [ctypes.c_int64, *[ctypes.c_int] * 4, ctypes.c_void_p]
    made.ruin.restype = ctypes.c_double
    made.ruin.argtypes = [ctypes.c_int] * 3
    made.seed(2026)
    return made
