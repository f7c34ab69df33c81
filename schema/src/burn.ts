/** Addresses, in lower case, that nobody has a key for: what is sent there is burnt. */
export const BURN_ADDRESSES: readonly string[] = [
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
];
