/** Below keys that begin so the answer is one person's alone; nothing of it may be seen by the next. */
export const PRIVATE = 'private';
