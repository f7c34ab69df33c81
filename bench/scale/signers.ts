/** The people of a generated market whom the bench signs in as; their places are in `sql/00_functions.sql`. */
import { keccak256, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

export const signers = ['whale', 'ordinary', 'admin', 'notified'].map((name) =>
  Object.assign(privateKeyToAccount(keccak256(toHex(`bench ${name}`))), { person: name }),
);
