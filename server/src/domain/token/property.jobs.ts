import type { Context } from '../../context.ts';
import { finishDue, takeDue } from './store/property-change.store.ts';
import { deriveProperties } from './store/property.store.ts';

/** Collections that one turn derives. */
const TURN = 10;

/** Derives the properties of collections that changed some seconds ago, one after the other. @returns how many */
export const advanceProperties = async ({ db: { sql } }: Pick<Context, 'db'>): Promise<number> => {
  const due = await takeDue(sql, TURN);
  for (const one of due) {
    const began = performance.now();
    await deriveProperties(sql, one.uuid, one.hasOtherTokens);
    await finishDue(sql, one, performance.now() - began);
  }
  return due.length;
};
