/** Setup of breeding tests: trade with a worker, an open collection with founders, and control of the chain's clock. */
import { breedingAbi, collection721Abi } from '@skarb/contracts/abi';
import type {
  Breeding,
  BreedingFamily,
  BreedingPair,
  BreedingToken,
  BreedingTerms,
  BreedingWithSteps,
} from '@skarb/schema/breeding';
import type { Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, type Address } from 'viem';
import { holdLease } from '../../platform/chain/lease.ts';
import { OPERATOR_LEASE } from '../operator/operator.runner.ts';
import { startAuctions, until, type Person } from '../offer/auction/testing-auction.ts';
import { testLog } from '../offer/testing-trade.ts';

export { until, type Person };

const SHAPES = ['Round', 'Long', 'Square', 'Star'];
const TONES = ['Red', 'Blue', 'Green'];
/** The properties of a founder by its index, as JSON. */
const propertiesOf = (place: number): string =>
  JSON.stringify([
    { name: 'Shape', value: SHAPES[place % SHAPES.length] },
    { name: 'Tone', value: TONES[place % TONES.length] },
  ]);

export const startBreeding = async (options: Parameters<typeof startAuctions>[0] = {}) => {
  const all = await startAuctions(options);
  const { call, deployment } = all;
  const contract = deployment.breeding as Address;

  type WithSteps<T> = { data: T; steps: Step[] };
  const get = async <T>(path: string, as?: Person): Promise<T> =>
    (await call<{ data: T }>('GET', path, as ? { as } : {})).body.data;
  const doSteps = async <T>(as: Person, answer: { status: number; body: WithSteps<T> }): Promise<T> => {
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    await all.runSteps(as, { steps: answer.body.steps });
    return answer.body.data;
  };
  const openCollection = async (as: Person, uuid: string, baseFee = '0.01') =>
    doSteps(
      as,
      await call<WithSteps<{ enrolled: number }>>('PUT', `/breeding/collection/${uuid}`, { as, json: { baseFee } }),
    );
  /** An open collection with this number of founders, all with genes. */
  const home = async (as: Person, founders = 3): Promise<{ uuid: string; tokens: TokenDetail[] }> => {
    const { uuid } = await all.collection(as);
    await until(
      'a worker that bears',
      async () => (await all.sql`select 1 from breeding_keeper where can_bear`).length,
    );
    const tokens: TokenDetail[] = [];
    for (let place = 0; place < founders; place++)
      tokens.push(await all.mintIn(as, uuid, { name: `Founder ${place}`, properties: propertiesOf(place) }));
    await openCollection(as, uuid);
    await until('the founders', async () => (await terms(uuid))?.members === founders);
    return { uuid, tokens };
  };
  const terms = (uuid: string, as?: Person) => get<BreedingTerms | null>(`/breeding/collection/${uuid}`, as);
  const family = (uuid: string, as?: Person) => get<BreedingFamily | null>(`/breeding/token/${uuid}`, as);
  const parent = async (uuid: string): Promise<BreedingToken> => (await family(uuid))?.token as BreedingToken;
  const pair = (matron: string, sire: string, as?: Person) =>
    get<BreedingPair>(`/breeding/pair?matronUuid=${matron}&sireUuid=${sire}`, as);
  const show = (uuid: string, as?: Person) => get<Breeding>(`/breeding/${uuid}`, as);

  const ask = async (as: Person, matronUuid: string, sireUuid: string, cost?: string) =>
    call<{ data: BreedingWithSteps }>('POST', '/breeding', {
      as,
      json: { matronUuid, sireUuid, cost: cost ?? (await pair(matronUuid, sireUuid, as)).cost },
    });
  const becomes = (uuid: string, status: Breeding['status'], as?: Person) =>
    until(`breeding ${uuid} to be ${status}`, async () => {
      const now = await show(uuid, as);
      return now?.status === status && now;
    });
  /** Starts a breeding and waits until the follower has recorded it. */
  const breed = async (as: Person, matronUuid: string, sireUuid: string): Promise<Breeding> => {
    const asked = await ask(as, matronUuid, sireUuid);
    if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
    await all.runSteps(as, asked.body.data);
    return becomes(asked.body.data.uuid, 'EXPECTING');
  };
  /** Advances the chain's time until the child can hatch, and waits for the hatch. */
  const hatched = async (uuid: string): Promise<Breeding> => {
    await all.chain.rpc('evm_mine');
    const { readyAt } = await show(uuid);
    const left = Math.ceil((new Date(readyAt as string).getTime() - (await all.chainSeconds()) * 1000) / 1000);
    await all.wait(Math.max(left, 0) + 1);
    return becomes(uuid, 'HATCHED');
  };
  /** Advances the chain's time until these tokens no longer rest. */
  const rest = async (...tokens: string[]): Promise<void> => {
    for (const uuid of tokens) {
      const { readyAt } = await parent(uuid);
      if (!readyAt) continue;
      const left = Math.ceil((new Date(readyAt).getTime() - (await all.chainSeconds()) * 1000) / 1000);
      if (left > 0) await all.wait(left + 1);
    }
    await all.settled();
  };
  const offerSiring = async (as: Person, uuid: string, price = '0.1', seconds = 86_400) => {
    await doSteps(
      as,
      await call<WithSteps<BreedingToken>>('POST', `/breeding/token/${uuid}/siring`, {
        as,
        json: { price, endsAt: await all.inSeconds(seconds) },
      }),
    );
    return until('the offer as a sire', async () => {
      const now = await parent(uuid);
      return now.siring?.price === price && now;
    });
  };
  /**
   * Runs `work` while no worker's operator sends anything, as if it were out of funds: this process holds the
   * operator's lease. Start workers within `work`.
   */
  const withoutOperator = async (work: () => Promise<void>): Promise<void> => {
    const done = new AbortController();
    let failure: unknown;
    const { context, chain } = all;
    const lease = {
      databaseUrl: context.config.database.url,
      key: [OPERATOR_LEASE, chain.chainId] as const,
      name: 'test',
      log: testLog,
    };
    await holdLease({ ...lease, signal: done.signal }, async () => {
      await work().catch((error: unknown) => (failure = error));
      done.abort();
    });
    if (failure) throw failure;
  };
  /** Transfers a token through its contract, without waiting for the follower. */
  const sendMove = async (from: Person, uuid: string, to: Person): Promise<void> => {
    const { contractAddress, tokenId } = await all.tokenOf(uuid, from);
    const args = [from.address, to.address, BigInt(tokenId as string)] as const;
    const data = encodeFunctionData({ abi: collection721Abi, functionName: 'transferFrom', args });
    await all.sendRaw(from, { to: contractAddress as string, data });
  };
  const give = async (from: Person, uuid: string, to: Person): Promise<void> => {
    await sendMove(from, uuid, to);
    await all.settled();
  };
  const lifeOf = (token: TokenDetail | { contractAddress: string; tokenId: string }) =>
    all.context.chain.public.readContract({
      address: contract,
      abi: breedingAbi,
      functionName: 'lifeOf',
      args: [token.contractAddress as Address, BigInt(token.tokenId)],
    });
  return {
    ...all,
    contract,
    get,
    doSteps,
    openCollection,
    home,
    terms,
    family,
    parent,
    pair,
    show,
    ask,
    becomesBreeding: becomes,
    breed,
    hatched,
    rest,
    offerSiring,
    withoutOperator,
    sendMove,
    give,
    lifeOf,
  };
};
export type BreedingTest = Awaited<ReturnType<typeof startBreeding>>;
