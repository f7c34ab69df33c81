import type { Breeding } from '@skarb/schema/breeding';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import { rpc } from './anvil.ts';
import type { Person } from './person.ts';
import type { TokenKey } from './seed-catalogue.ts';

/** A token of the catalogue, or the child of a pairing below, by the pairing's name. */
type Parent = TokenKey | `child of ${string}`;

/** Two tokens bred together. Pairings of a round run one after the other; a round starts when all children of the previous one have hatched. */
export interface SeedPairing {
  name: string;
  round: 1 | 2 | 3;
  /** Username of the matron's holder in that round. */
  breeder: string;
  matron: Parent;
  sire: Parent;
}

/** The creator's fee for a token's first breeding, in WETH. */
const BASE_FEE = '0.02';

/** Children of round 3 have not hatched when the seeding ends. No parent is listed, in an auction, or related to its partner. */
export const pairings: readonly SeedPairing[] = [
  { name: 'stove', round: 1, breeder: 'taras_hai', matron: 'creature/28', sire: 'creature/34' },
  { name: 'snow', round: 1, breeder: 'taras_hai', matron: 'creature/46', sire: 'creature/54' },
  { name: 'mirror', round: 1, breeder: 'lesia_tsvit', matron: 'creature/1', sire: 'creature/13' },
  { name: 'market', round: 2, breeder: 'taras_hai', matron: 'child of stove', sire: 'child of mirror' },
  { name: 'attic', round: 2, breeder: 'taras_hai', matron: 'child of snow', sire: 'creature/13' },
  { name: 'yard', round: 3, breeder: 'taras_hai', matron: 'child of market', sire: 'child of snow' },
  { name: 'porch', round: 3, breeder: 'taras_hai', matron: 'creature/54', sire: 'creature/28' },
];

/** Siring offers, made before the round that uses them; those of round 4 stay open. */
export const sirings: readonly { round: 1 | 2 | 3 | 4; owner: string; token: Parent; price: string }[] = [
  { round: 1, owner: 'kenji_mori', token: 'creature/13', price: '0.12' },
  { round: 2, owner: 'kenji_mori', token: 'creature/13', price: '0.15' },
  { round: 2, owner: 'lesia_tsvit', token: 'child of mirror', price: '0.08' },
  { round: 4, owner: 'kenji_mori', token: 'creature/13', price: '0.18' },
  { round: 4, owner: 'lesia_tsvit', token: 'creature/1', price: '0.1' },
];

type Needs = {
  rpcUrl: string;
  personOf: (username: string) => Person;
  tokenUuid: (key: TokenKey) => string;
  /** Repeats `read` until `isGood`. */
  until: <T>(read: () => Promise<T>, isGood: (value: T) => boolean, what: string) => Promise<T>;
  creator: string;
  collectionUuid: string;
};

const SIRING_DAYS = 60;

/** Moves the chain's clock forward and mines the two blocks that a draw waits for. @returns false on a chain that does not allow it */
const passTime = async (rpcUrl: string, seconds: number): Promise<boolean> => {
  try {
    await rpc(rpcUrl, 'evm_increaseTime', [Math.max(seconds, 0)]);
    await rpc(rpcUrl, 'anvil_mine', ['0x2']);
    return true;
  } catch {
    return false;
  }
};

/**
 * Opens the house spirits' collection for breeding and breeds a few generations, as users would. What exists is kept, so
 * an interrupted start continues. Incubation takes no real time: the chain's clock is moved forward, and back at the end.
 */
export const seedBreeding = async (needs: Needs): Promise<void> => {
  const { rpcUrl, personOf, until, collectionUuid } = needs;
  const creator = personOf(needs.creator);
  const params = { id: collectionUuid };
  const terms = async () => (await creator.call(breedingCalls.terms, { params })).data;
  const before = await terms();
  if (!before?.isOpen || (before.notEnrolled ?? 0) > 0) {
    await creator.run((await creator.call(breedingCalls.open, { params, body: { baseFee: BASE_FEE } })).steps);
    await until(terms, (now) => now?.isOpen === true && now.notEnrolled === 0, 'the house spirits to have genes');
  }

  const existing = async (): Promise<Breeding[]> =>
    (await creator.call(breedingCalls.list, { query: { collectionUuid, limit: 100 } })).data;
  const uuidOf = (parent: Parent, all: Breeding[]): string => {
    if (!parent.startsWith('child of ')) return needs.tokenUuid(parent as TokenKey);
    const birth = pairings.find(({ name }) => parent === `child of ${name}`);
    const child = birth && find(birth, all)?.child;
    if (!child) throw new Error(`the seed has no ${parent}`);
    return child.uuid;
  };
  const find = (pairing: SeedPairing, all: Breeding[]): Breeding | undefined => {
    const [matron, sire] = [uuidOf(pairing.matron, all), uuidOf(pairing.sire, all)];
    return all.find((one) => one.matron.uuid === matron && one.sire.uuid === sire);
  };

  const offer = async (round: number, all: Breeding[]): Promise<void> => {
    for (const { owner, token, price } of sirings.filter((entry) => entry.round === round)) {
      const person = personOf(owner);
      const params = { id: uuidOf(token, all) };
      const isOffered = async () => (await person.call(breedingCalls.family, { params })).data?.token.siring != null;
      if (await isOffered()) continue;
      const endsAt = new Date(Date.now() + SIRING_DAYS * 86_400_000).toISOString();
      await person.run((await person.call(breedingCalls.offerSiring, { params, body: { price, endsAt } })).steps);
      await until(isOffered, Boolean, `${token} to be offered as a sire`);
    }
  };

  let hasMoved = false;
  try {
    for (const round of [1, 2, 3] as const) {
      const wanted = pairings.filter((entry) => entry.round === round);
      const there = await existing();
      if (wanted.some((entry) => !find(entry, there))) await offer(round, there);
      for (const entry of wanted) {
        if (find(entry, there)) continue;
        const person = personOf(entry.breeder);
        const query = { matronUuid: uuidOf(entry.matron, there), sireUuid: uuidOf(entry.sire, there) };
        const { cost } = (await person.call(breedingCalls.pair, { query })).data;
        const { data: bred } = await person.call(breedingCalls.breed, { body: { ...query, cost: cost ?? '0' } });
        await person.run(bred.steps);
        await until(
          () => person.call(breedingCalls.show, { params: { id: bred.uuid } }),
          ({ data }) => data.status !== 'DRAFT',
          `the pairing "${entry.name}" to be recorded`,
        );
      }
      if (round === 3) break;
      const all = await existing();
      const under = wanted.map((entry) => find(entry, all)).filter((one) => one?.status === 'EXPECTING');
      if (under.length > 0) {
        const latest = Math.max(...under.map((one) => Date.parse(one?.readyAt ?? '')));
        const block = await rpc<{ timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
        hasMoved = true;
        // A chain whose clock cannot be moved gets one generation.
        if (!(await passTime(rpcUrl, latest / 1000 - Number(block.timestamp) + 1))) return;
      }
      await until(
        existing,
        (now) => wanted.every((entry) => find(entry, now)?.status === 'HATCHED'),
        `the children of round ${round} to hatch`,
      );
    }
    await offer(4, await existing());
  } finally {
    if (hasMoved) await rpc(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1000)]).catch(() => {});
  }
};
