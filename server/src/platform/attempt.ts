import type { Logger } from './chain/follower.ts';

/**
 * For a step that is repeated: logs the first of the failures in a row and then one in `every`.
 * @returns a function that runs the step once. It returns the number of failures in a row: 0 after a success
 */
export const createAttempt = (log: Pick<Logger, 'warn'>, message: string, every = 20) => {
  let failures = 0;
  return async (step: () => Promise<unknown>): Promise<number> => {
    try {
      await step();
      failures = 0;
    } catch (error) {
      failures++;
      if (failures === 1 || failures % every === 0) log.warn(message, { failures, error: String(error) });
    }
    return failures;
  };
};
