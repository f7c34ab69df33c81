import { useState } from 'react';
import type { Preflight } from './preflight/use-preflight.ts';

/**
 * Clears a refusal once its terms or obstacles have changed, or the server is gone or back: an old refusal beside "This will
 * work" would contradict it.
 */
export const useClearRefusal = (
  { isClear, verdict }: Preflight,
  terms: readonly unknown[],
  forget: () => void,
): void => {
  const about = JSON.stringify([isClear, verdict.kind === 'away', ...terms]);
  const [known, setKnown] = useState(about);
  if (known === about) return;
  setKnown(about);
  forget();
};
