import { expect, it } from 'vitest';
import { amountText } from './amount-text.ts';

it('formats an amount for the language with at most four decimals', () => {
  expect(amountText('1234.56789', 'en')).toBe('1,234.5679');
  expect(amountText('1234.5', 'ukr').replace(/\s/g, ' ')).toBe('1 234,5');
});

it('never shows a positive amount as 0', () => {
  expect(amountText('0.00000001', 'en')).toBe('< 0.0001');
});
