/** Logs of every event of every contract, with random and extreme fields. */
import * as abis from '@skarb/contracts/abi';
import { encodeAbiParameters, encodeEventTopics, keccak256, numberToHex, toHex, type AbiEvent, type Hex } from 'viem';
import { entryPoint08Abi, entryPoint08Address } from 'viem/account-abstraction';
import type { NewLog } from '../src/platform/chain/testing-node.ts';
import type { Chance } from './chance.ts';

type Parameter = { name?: string; type: string; components?: readonly Parameter[]; indexed?: boolean };

/** The objects that logs may refer to. Addresses lower-case. */
export type Cast = {
  /** The accounts and contracts that an address in a log may name. */
  addresses: Hex[];
  auctionHouse: Hex;
  breeding: Hex;
  seaport: Hex;
  factory: Hex;
  accountFactory: Hex;
  zone: Hex;
  singles: Hex[];
  editions: Hex[];
  currencies: Hex[];
  /**
   * Ids of recorded objects, for logs that our contracts never write about them. Without them, wild logs have only
   * unknown ids.
   */
  known?: bigint[];
};

const eventsOf = (abi: readonly unknown[]) => (abi as AbiEvent[]).filter(({ type }) => type === 'event');

/** A log of an event as a contract writes it. @param values of the parameters, in order */
export const encodeLog = (address: Hex, event: AbiEvent, values: unknown[]): NewLog => {
  const inputs = event.inputs as Parameter[];
  const plain = inputs.flatMap((input, index) => (input.indexed ? [] : [index]));
  const args = inputs.flatMap((input, index) => (input.indexed ? [values[index]] : []));
  return {
    address: address.toLowerCase() as Hex,
    topics: encodeEventTopics({ abi: [event], eventName: event.name, args } as never) as Hex[],
    data: encodeAbiParameters(
      plain.map((index) => inputs[index]) as never,
      plain.map((index) => values[index]) as never,
    ),
  };
};

/** The event of an ABI by its name. */
export const eventOf = (abi: readonly unknown[], name: string): AbiEvent => {
  const found = eventsOf(abi).find((event) => event.name === name);
  if (!found) throw new Error(`no event ${name}`);
  return found;
};

export const createWildLogs = (chance: Chance, cast: Cast) => {
  let made = 0;
  const pick = <T>(items: readonly T[]): T => chance.pick(items) as T;
  /** A number that no recorded object has. */
  const fresh = (): bigint => BigInt(keccak256(toHex(`wild ${chance.below(2 ** 30)} ${made++}`)));
  /** A number of that many bits: mostly a boundary value. */
  const uint = (bits: number): bigint => {
    const most = 2n ** BigInt(bits) - 1n;
    return pick([0n, 1n, most, most - 1n, most >> 1n, BigInt(chance.below(2 ** 31)) & most, fresh() & most]);
  };
  /** Whether a parameter identifies a recorded object by number. */
  const isName = (name = '') => /id$|^ids$/i.test(name) || name === 'batch';
  const valueOf = ({ name, type, components }: Parameter): unknown => {
    const list = /^(.*)\[\]$/.exec(type);
    if (list)
      return Array.from({ length: chance.below(4) }, () =>
        valueOf({ type: list[1] as string, ...(name ? { name } : {}), ...(components ? { components } : {}) }),
      );
    if (type === 'tuple')
      return Object.fromEntries((components ?? []).map((part) => [part.name as string, valueOf(part)]));
    if (type === 'address') return pick(cast.addresses);
    if (type === 'bool') return chance.is(0.5);
    if (type === 'bytes32')
      return cast.known && chance.is(0.5)
        ? numberToHex(chance.below(5), { size: 32 })
        : numberToHex(fresh(), { size: 32 });
    if (type === 'string') return pick(['', '\0', 'x'.repeat(5000), '\u{1F600}']);
    if (type.startsWith('bytes')) return `0x${'00ff'.repeat(chance.below(200))}`;
    const bits = Number(type.replace(/\D/g, '') || 256);
    const mask = 2n ** BigInt(bits) - 1n;
    const value = isName(name) ? (cast.known ? pick([uint(bits), ...cast.known]) : fresh()) & mask : uint(bits);
    return bits <= 48 ? Number(value) : value;
  };
  const sources: [readonly unknown[], Hex[]][] = [
    [abis.auctionHouseAbi, [cast.auctionHouse]],
    [abis.breedingAbi, [cast.breeding]],
    [abis.seaportAbi, [cast.seaport]],
    [abis.offerZoneAbi, [cast.zone]],
    [abis.collectionFactoryAbi, [cast.factory]],
    [abis.collection721Abi, cast.singles],
    [abis.collection1155Abi, cast.editions],
    [abis.erc20Abi, cast.currencies],
    [abis.smartAccountFactoryAbi, [cast.accountFactory]],
    // Anyone's contract can emit the events of an account.
    [abis.smartAccountAbi, cast.addresses],
    [entryPoint08Abi, [entryPoint08Address.toLowerCase() as Hex]],
  ];
  const events = sources.flatMap(([abi, addresses]) => eventsOf(abi).map((event) => ({ event, addresses })));

  /** @returns a log of any event; sometimes truncated, too long, with too many topics, or of an unknown contract */
  const wild = (): NewLog => {
    const { event, addresses } = pick(events);
    const inputs = event.inputs as Parameter[];
    const values = inputs.map((input) =>
      // Every address gets a contract only once, and the contracts of this marketplace exist already.
      event.name === 'CollectionCreated' && input.name === 'collection'
        ? numberToHex(fresh() >> 96n, { size: 20 })
        : valueOf(input),
    );
    const log = encodeLog(pick(addresses), event, values);
    const dice = chance.below(100);
    if (dice < 6) log.data = log.data.slice(0, 2 + 2 * chance.below(log.data.length / 2)) as Hex;
    else if (dice < 9) log.topics = log.topics.slice(0, 1 + chance.below(log.topics.length));
    else if (dice < 12) log.topics = [...log.topics, numberToHex(uint(256), { size: 32 })].slice(0, 4);
    else if (dice < 13) log.data = `${log.data}${'ff'.repeat(100_000)}`;
    else if (dice < 20) log.address = `0x${'5a'.repeat(20)}`;
    return log;
  };
  return { wild, uint, fresh, events: events.length };
};
export type WildLogs = ReturnType<typeof createWildLogs>;
