import { sameAddress } from '../../format/same-address.ts';

/** A key that was made or used in this browser. It is public: the passkey itself never leaves its device. */
export type RememberedKey = {
  /** Of the account that the key acts for. */ address: string;
  /** The account's first key, if this is known; its address follows from it. */ firstKey: string | null;
  /** The ERC-7913 signer. */ key: string;
  /** Of a passkey; empty for a wallet. */ credentialId: string;
  /** How the browser reaches its device, if this is known: it then asks no other device. */ transports?: string[];
  /** Who made it, while its account is not theirs yet. */ userUuid: string | null;
};
type Memory = {
  keys: RememberedKey[];
  /** The account that acts in this browser. */ connected: string | null;
  /** The operations of the newest requests of EIP-5792, by the id that the page chose. */
  calls: { id: string; address: string; hash: string }[];
};

const NAME = 'skarb.keys';
const MOST = 20;
const EMPTY: Memory = { keys: [], connected: null, calls: [] };
export type KeyStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** What this browser remembers of its keys. Without storage the browser asks which passkey to use. */
export const keyMemory = (storage: KeyStorage) => {
  let last = EMPTY;
  /** The storage has not taken the last change: what it holds is out of date. */
  let isStale = false;
  const read = (): Memory => {
    if (isStale) return last;
    try {
      return { ...EMPTY, ...(JSON.parse(storage.getItem(NAME) ?? '{}') as Partial<Memory>) };
    } catch {
      return last;
    }
  };
  const write = (change: Partial<Memory>): void => {
    last = { ...read(), ...change };
    try {
      storage.setItem(NAME, JSON.stringify(last));
      isStale = false;
    } catch {
      isStale = true;
      // Storage is full or refused: it is remembered until the page closes.
    }
  };
  return {
    connected: () => read().connected,
    connect: (address: string | null) => write({ connected: address }),
    /** Whether it remembers a passkey. */
    hasKeys: () => read().keys.some(({ credentialId }) => credentialId !== ''),
    keyOf: (address: string) => read().keys.find((one) => sameAddress(one.address, address)),
    /** A key that this user made and whose account is not theirs yet. */
    unfinishedOf: (userUuid: string) => read().keys.find((one) => one.userUuid === userUuid),
    remember: (key: RememberedKey) =>
      write({ keys: [key, ...read().keys.filter((one) => !sameAddress(one.address, key.address))].slice(0, MOST) }),
    forget: (address: string) => write({ keys: read().keys.filter((one) => !sameAddress(one.address, address)) }),
    callsOf: (id: string) => read().calls.find((one) => one.id === id),
    putCalls: (calls: Memory['calls'][number]) => write({ calls: [calls, ...read().calls].slice(0, MOST) }),
  };
};
export type KeyMemory = ReturnType<typeof keyMemory>;
