/**
 * Flags of V8 for programs that run for minutes on a busy machine. Garbage is collected less often, and by the program's own
 * thread: helper threads take from the other programs. Functions are optimized once they have run about eight times as long
 * as by default, because most code of a test never repays its optimization.
 */
export const V8_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=32', '--interrupt-budget=500000'];
