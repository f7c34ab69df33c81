import type { Fragment, Tx } from './database.ts';

/** SQL of base units as an amount. @param unit the value of one: `1e-18` */
export const amount = (units: string, unit: string): string => `trim_scale((${units}) * ${unit})`;
/** SQL of the value of one base unit of a currency. @param currency its alias in the statement */
export const unitOf = (currency: string): string => `('1e-' || ${currency}.decimals)::numeric`;
/** The text of base units of a currency as an amount. All expressions are text of ours, never of a request. */
export const amountOf = (sql: Tx, units: string, currency = 'c'): Fragment =>
  sql.unsafe(`${amount(units, unitOf(currency))}::text`) as unknown as Fragment;
