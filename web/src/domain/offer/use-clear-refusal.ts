import { useEffect } from 'react';
import type { Preflight } from './preflight/use-preflight.ts';

/**
 * Drops the words of a refusal once what it was about has changed: the terms, or what stands in their way. Beside a card
 * that says "this will go through", an old refusal would say the contrary.
 */
export const useClearRefusal = ({ isClear }: Preflight, terms: readonly unknown[], forget: () => void): void => {
  const about = JSON.stringify([isClear, ...terms]);
  useEffect(() => forget(), [about, forget]);
};
