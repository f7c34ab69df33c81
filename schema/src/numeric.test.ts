import { expect, it } from 'vitest';
import { isNumeric, numberOf } from './numeric.ts';

it.each(['1', '-1', '+1', '1.5', '1,5', '.5', ',5', '1.', '1e5', '1E-5', '0x10', ' 42 ', '0', '123456789012345678901'])(
  'accepts %j as a number',
  (text) => expect(isNumeric(text)).toBe(true),
);

it.each(['', ' ', 'abc', '1 2', '1,234.5', '1,2,3', '1e', '--1', 'NaN', 'Infinity', '1e999', '12px', '½'])(
  'does not accept %j as a number',
  (text) => expect(isNumeric(text)).toBe(false),
);

it('reads a comma as the decimal point', () => expect(numberOf('-1,5')).toBe(-1.5));
