import type { Context } from '../../context.ts';
import { finishDue, takeDue } from './store/property-change.store.ts';
import { deriveProperties } from './store/property.store.ts';

/** Collections that one run of the job derives. */
const BATCH = 10;

/**
 * Derives the properties of collections that changed some seconds ago, one after the other. One that fails is tried again
 * minutes later, and delays no other.
 * @returns how many
 * @throws AggregateError after the batch, with the collections that failed
 */
export const advanceProperties = async ({ db: { sql } }: Pick<Context, 'db'>): Promise<number> => {
  const failures: Error[] = [];
  let derived = 0;
  for (; derived < BATCH; derived++) {
    const [due] = await takeDue(sql, 1);
    if (!due) break;
    const began = performance.now();
    try {
      await deriveProperties(sql, due.uuid, due.hasOtherTokens);
      await finishDue(sql, due, performance.now() - began);
    } catch (error) {
      failures.push(new Error(`the properties of collection ${due.uuid} were not derived`, { cause: error }));
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(({ message }) => message).join('; '));
  return derived;
};
