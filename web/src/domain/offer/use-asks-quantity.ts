import { useState } from 'react';
import { quantityWrong } from './quantity.rules.ts';

/**
 * Whether a form has a field for the number of units. Others may leave one unit only of what the form is about: a number
 * that was typed before can still be corrected then, and the field does not go while its reader types the right one.
 * @param most undefined for a unique work, whose number nobody types
 */
export const useAsksQuantity = (quantity: string, most: number | undefined): boolean => {
  const isNeeded = most !== undefined && (most > 1 || quantityWrong(quantity, most) !== undefined);
  const [wasNeeded, setWasNeeded] = useState(isNeeded);
  if (isNeeded && !wasNeeded) setWasNeeded(true);
  return most !== undefined && (isNeeded || wasNeeded);
};
