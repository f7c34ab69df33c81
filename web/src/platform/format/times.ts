const digitsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const unitsOf = (text: string, digits: number): bigint => {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(digits, '0'));
};
const textOf = (units: bigint, digits: number): string => {
  const text = String(units).padStart(digits + 1, '0');
  return digits > 0 ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
};

/**
 * An amount multiplied by a count, without rounding. `schema/money` would bring the code of wallets into the first page's script.
 * @param amount decimal string
 */
export const timesOf = (amount: string, count: number): string => {
  let digits = digitsOf(amount);
  let units = unitsOf(amount, digits) * BigInt(count);
  for (; digits > 0 && units % 10n === 0n; digits--) units /= 10n;
  return textOf(units, digits);
};
