import { startTransition, useOptimistic } from 'react';

/**
 * What a control shows, and what it calls when it is changed: the new value at once, whatever `onChange` has to wait
 * for (a box or a list that React holds would spring back until then). A promise that ends without `value` having
 * changed brings the old one back.
 */
export const useOptimisticValue = <T>(
  value: T,
  onChange: (value: T) => void | Promise<unknown>,
): [shown: T, change: (value: T) => void] => {
  const [shown, show] = useOptimistic(value);
  const change = (next: T) =>
    startTransition(async () => {
      show(next);
      await onChange(next);
    });
  return [shown, change];
};
