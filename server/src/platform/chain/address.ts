import { pad, type Address, type Hex } from 'viem';

/** An address as the database and the follower keep it: lower-case. */
export const lower = (address: string): Address => address.toLowerCase() as Address;
/** An address as the topic of a log: padded to 32 bytes, lower-case. */
export const addressTopic = (address: string): Hex => pad(lower(address));
