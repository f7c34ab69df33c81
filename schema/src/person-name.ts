import type { Person } from './auth.ts';
import { shortHex } from './short-hex.ts';

/** A user's display name: name, nickname, or wallet. @param address of someone who may have no account */
export const nameOf = (
  person: Pick<Person, 'name' | 'username' | 'metamaskWallet'> | null | undefined,
  address?: string | null,
): string => person?.name || person?.username || shortHex(person?.metamaskWallet || address || '—');
