import type { Fragment } from 'postgres';
import type { Tx } from '../../platform/db/database.ts';

/**
 * SQL for an amount of a currency in wei of ether, at this rate. One base unit of a cheap currency is far less than a
 * wei: the digits after the point keep such amounts apart.
 */
export const weiOf = (sql: Tx, amount: Fragment, rate: Fragment, decimals: Fragment) =>
  sql`round(${amount} * ${rate} * ('1e' || (18 - ${decimals}))::numeric, 18)`;
