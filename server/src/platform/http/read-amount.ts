import { toBaseUnits } from '@skarb/schema/money';
import { invalidField } from './app-error.ts';

/** An amount of a request in base units. @throws AppError 400 `decimals` or `max` on the field */
export const readAmount = (field: string, text: string, decimals: number, max?: bigint): bigint => {
  let units: bigint;
  try {
    units = toBaseUnits(text, decimals);
  } catch {
    throw invalidField(field, 'decimals', `must have at most ${decimals} decimals`);
  }
  if (max !== undefined && units > max) throw invalidField(field, 'max', 'is too high');
  return units;
};
