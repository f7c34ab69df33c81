import type { Step } from '@skarb/schema/primitive';
import { rpc } from './anvil.ts';
import type { Person } from './person.ts';
import type { TokenKey } from './seed-catalogue.ts';

/** A token of the catalogue, or the child of a pairing below by its name. */
type Parent = TokenKey | `child of ${string}`;

/** Two tokens bred together; those of a round one after the other, each round when the children of the one before are born. */
export interface SeedPairing {
  name: string;
  round: 1 | 2 | 3;
  /** Username of the matron's holder then. */
  breeder: string;
  matron: Parent;
  sire: Parent;
}

/** What the spirits' creator asks for a token's first breeding, in WETH. */
export const BASE_FEE = '0.02';

/** Those of round 3 are expected still when the seeding ends. None is listed, in an auction, or a relative of its partner. */
export const pairings: readonly SeedPairing[] = [
  { name: 'stove', round: 1, breeder: 'taras_hai', matron: 'creature/28', sire: 'creature/34' },
  { name: 'snow', round: 1, breeder: 'taras_hai', matron: 'creature/46', sire: 'creature/54' },
  { name: 'mirror', round: 1, breeder: 'lesia_tsvit', matron: 'creature/1', sire: 'creature/13' },
  { name: 'market', round: 2, breeder: 'taras_hai', matron: 'child of stove', sire: 'child of mirror' },
  { name: 'attic', round: 2, breeder: 'taras_hai', matron: 'child of snow', sire: 'creature/13' },
  { name: 'yard', round: 3, breeder: 'taras_hai', matron: 'child of market', sire: 'child of snow' },
  { name: 'porch', round: 3, breeder: 'taras_hai', matron: 'creature/54', sire: 'creature/28' },
];

/** Offers as a sire, before the round that uses them up; those of round 4 stand. */
export const sirings: readonly { round: 1 | 2 | 3 | 4; owner: string; token: Parent; price: string }[] = [
  { round: 1, owner: 'kenji_mori', token: 'creature/13', price: '0.12' },
  { round: 2, owner: 'kenji_mori', token: 'creature/13', price: '0.15' },
  { round: 2, owner: 'lesia_tsvit', token: 'child of mirror', price: '0.08' },
  { round: 4, owner: 'kenji_mori', token: 'creature/13', price: '0.18' },
  { round: 4, owner: 'lesia_tsvit', token: 'creature/1', price: '0.1' },
];

type Breeding = {
  uuid: string;
  status: string;
  readyAt: string | null;
  matron: { uuid: string };
  sire: { uuid: string };
  child: { uuid: string } | null;
};
type Family = { token: { siring: object | null } } | null;
type Listed<T> = { data: T[] };
type Needs = {
  rpcUrl: string;
  personOf: (username: string) => Person;
  tokenUuid: (key: TokenKey) => string;
  /** Waits until `ask` gives what `isGood`. */
  until: <T>(ask: () => Promise<T>, isGood: (value: T) => boolean, what: string) => Promise<T>;
  creator: string;
  collectionUuid: string;
};

const SIRING_DAYS = 60;

/** Puts the chain's clock forward, and mines there. @returns false on a chain that is not our own to do that with */
const passTime = async (rpcUrl: string, seconds: number): Promise<boolean> => {
  try {
    await rpc(rpcUrl, 'evm_increaseTime', [Math.max(seconds, 0)]);
    await rpc(rpcUrl, 'evm_mine');
    return true;
  } catch {
    return false;
  }
};

/**
 * Opens the house spirits' collection for breeding and breeds a few generations, as visitors would. What is there already
 * stands, so that a start that was cut short goes on where it was. Nobody waits for an incubation: the chain's clock is
 * put forward meanwhile, and back in the end.
 */
export const seedBreeding = async (needs: Needs): Promise<void> => {
  const { rpcUrl, personOf, until, collectionUuid } = needs;
  const creator = personOf(needs.creator);
  const home = `/breeding/collection/${collectionUuid}`;
  const terms = () => creator.get(home) as Promise<{ isOpen: boolean; members: number; notEnrolled: number } | null>;
  const before = await terms();
  if (!before?.isOpen || before.notEnrolled > 0) {
    // What it answers besides its data are the steps.
    const opening = (await creator.steps('PUT', home, { baseFee: BASE_FEE })) as Step[];
    await creator.run(opening);
    await until(terms, (now) => now?.isOpen === true && now.notEnrolled === 0, 'the house spirits to have genes');
  }

  const made = async (): Promise<Breeding[]> =>
    ((await creator.get(`/breeding?collectionUuid=${collectionUuid}&limit=100`)) as Listed<Breeding>).data;
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
      const path = `/breeding/token/${uuidOf(token, all)}`;
      const isOffered = (family: Family) => family?.token.siring != null;
      if (isOffered((await person.get(path)) as Family)) continue;
      const endsAt = new Date(Date.now() + SIRING_DAYS * 86_400_000).toISOString();
      await person.run((await person.steps('POST', `${path}/siring`, { price, endsAt })) as Step[]);
      await until(() => person.get(path) as Promise<Family>, isOffered, `${token} to be offered as a sire`);
    }
  };

  let hasMoved = false;
  try {
    for (const round of [1, 2, 3] as const) {
      const wanted = pairings.filter((entry) => entry.round === round);
      const there = await made();
      if (wanted.some((entry) => !find(entry, there))) await offer(round, there);
      for (const entry of wanted) {
        if (find(entry, there)) continue;
        const person = personOf(entry.breeder);
        const wish = { matronUuid: uuidOf(entry.matron, there), sireUuid: uuidOf(entry.sire, there) };
        const pair = (await person.get(`/breeding/pair?matronUuid=${wish.matronUuid}&sireUuid=${wish.sireUuid}`)) as {
          cost: string;
        };
        const bred = (await person.post('/breeding', { ...wish, cost: pair.cost })) as Breeding & { steps?: Step[] };
        await person.run(bred.steps);
        await until(
          () => person.get(`/breeding/${bred.uuid}`) as Promise<Breeding>,
          ({ status }) => status !== 'DRAFT',
          `the pairing "${entry.name}" to be seen`,
        );
      }
      if (round === 3) break;
      const all = await made();
      const under = wanted.map((entry) => find(entry, all)).filter((one) => one?.status === 'EXPECTING');
      if (under.length > 0) {
        const latest = Math.max(...under.map((one) => Date.parse(one?.readyAt ?? '')));
        const block = await rpc<{ timestamp: string }>(rpcUrl, 'eth_getBlockByNumber', ['latest', false]);
        hasMoved = true;
        // On a chain of somebody else's there is one generation.
        if (!(await passTime(rpcUrl, latest / 1000 - Number(block.timestamp) + 1))) return;
      }
      await until(
        made,
        (now) => wanted.every((entry) => find(entry, now)?.status === 'HATCHED'),
        `the children of round ${round} to hatch`,
      );
    }
    await offer(4, await made());
  } finally {
    if (hasMoved) await rpc(rpcUrl, 'evm_setTime', [Math.floor(Date.now() / 1000)]).catch(() => {});
  }
};
