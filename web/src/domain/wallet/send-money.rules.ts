import { toBaseUnits } from '@skarb/schema/money';
import { sameAddress } from '../../platform/format/same-address.ts';

const ADDRESS = /^0x[0-9a-f]{40}$/i;
const DECIMAL = /^\d+(\.\d+)?$/;

/** What is wrong with an address that money is sent to, as far as the browser knows; the server checks its checksum. */
export const receiverRefusal = (text: string, account: string): 'missing' | 'malformed' | 'own' | undefined => {
  if (text === '') return 'missing';
  if (!ADDRESS.test(text)) return 'malformed';
  return sameAddress(text, account) ? 'own' : undefined;
};

/** What is wrong with a sum to send from a balance of base units. */
export const sumRefusal = (
  text: string,
  balance: bigint,
  decimals: number,
): 'missing' | 'malformed' | 'short' | undefined => {
  if (text === '') return 'missing';
  if (!DECIMAL.test(text) || (text.split('.')[1]?.length ?? 0) > decimals) return 'malformed';
  const sum = toBaseUnits(text, decimals);
  if (sum === 0n) return 'malformed';
  return sum > balance ? 'short' : undefined;
};
