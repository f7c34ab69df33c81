/**
 * How V8 runs what shares a busy machine for a short time. Garbage is collected by the program's own thread, because helper
 * threads take from other programs, and less often. Functions are optimized once they have run eight times as long as by
 * default: most code of a test never repays it.
 */
export const V8_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=32', '--interrupt-budget=500000'];
