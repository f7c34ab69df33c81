/**
 * Flags of V8 for programs that run for minutes on a busy machine. Garbage is collected less often, and by the program's own
 * thread: helper threads take from the other programs.
 */
export const V8_FLAGS = ['--single-threaded-gc', '--max-semi-space-size=32'];
