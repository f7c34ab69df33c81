import { startTransition, useOptimistic } from 'react';

/**
 * Returns the value a control shows and the function it calls on a change. Shows the new value at once while `onChange`
 * waits (a controlled input would show the old value until then). If the promise settles and `value` has not changed,
 * the old value is shown again.
 */
export const useOptimisticValue = <T>(
  value: T,
  onChange: (value: T) => void | Promise<unknown>,
): [shown: T, change: (value: T) => void] => {
  const [shown, show] = useOptimistic(value);
  const change = (next: T) => {
    // Outside of the transition: what it updates would be rendered with it, after the next press.
    const changed = onChange(next);
    startTransition(async () => {
      show(next);
      await changed;
    });
  };
  return [shown, change];
};
