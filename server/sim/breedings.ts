/** Actions on breedings: through the API, without it, and by the passage of time and blocks. */
import { breedingAbi, collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import { isDeepStrictEqual } from 'node:util';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { Step, TransactionStep } from '@skarb/schema/primitive';
import { maxUint256, type Address, type Hex } from 'viem';
import { createCalls, Refusal } from './calls.ts';
import type { Chance } from './chance.ts';
import { openingOf } from './offers.ts';
import type { Person, World } from './world.ts';

/** The first id of tokens that their creator mints without the site. */
const PAST = 900_000n;
/** The number of blocks after which a target block's hash is no longer available. */
const FORGOTTEN = 270;

export const createBreedings = (world: World, chance: Chance) => {
  const { sql, send, persons } = world;
  const api = createCalls(world.call);
  const { instant, refuse } = openingOf();
  const personOf = (wallet: string) => persons.find((person) => person.wallet === wallet);

  const parents = () =>
    sql<{ uuid: string; owner: Address; isOffered: boolean }[]>`
      select bt.token_uuid as uuid, o.owner, bt.siring_price is not null as "isOffered"
      from breeding_token bt join ownership o on o.token_uuid = bt.token_uuid and o.quantity > o.escrowed order by bt.token_uuid`;
  const sendAll = async (person: Person, steps: Step[] = []): Promise<boolean> => {
    let isDone = true;
    for (const step of steps as TransactionStep[]) {
      if (step.status === 'complete') continue;
      // Sometimes a user stops half-way.
      if (chance.is(0.05)) return false;
      isDone = await send(person.address, step.to as Address, step.data as Hex, BigInt(step.value));
    }
    return isDone;
  };

  let past = 0n;

  return {
    /**
     * A creator mints without the site, enrols genes directly, and breeds those tokens with each other and with
     * recorded ones, directly on the contract.
     */
    breedPast: async () => {
      const [home] = await sql<{ address: Address; creator: string }[]>`
        select cc.address, u.metamask_wallet as creator from breeding_terms t
        join collection_contract cc on cc.collection_uuid = t.collection_uuid and cc.type = 'ERC721'
        join collection c on c.uuid = t.collection_uuid join app_user u on u.uuid = c.creator_uuid order by cc.address limit 1`;
      const creator = home && personOf(home.creator);
      if (!home || !creator) return undefined;
      const { breeding, weth } = world.deployment;
      const { address } = creator;
      if (past === 0n || chance.is(0.4)) {
        past++;
        const request = {
          to: address,
          tokenId: PAST + past,
          quantity: 1n,
          digest: `0x${'ab'.repeat(32)}`,
          royaltyBps: 0,
          deadline: 2n ** 62n,
        };
        // After a reorg that undid earlier transactions either may fail; that is accepted.
        await world.write(address, home.address, collection721Abi, 'mint', [request]);
        await world.write(address, breeding, breedingAbi, 'enrol', [home.address, [PAST + past], [0n]]);
      }
      const known = await sql<{ id: string }[]>`
        select t.token_id::text as id from breeding_token b join token t on t.uuid = b.token_uuid
        where t.contract_address = ${home.address} order by b.token_uuid`;
      const ids = [
        ...known.map(({ id }) => BigInt(id)),
        ...Array.from({ length: Number(past) }, (_, at) => PAST + 1n + BigInt(at)),
      ];
      await world.write(address, weth, erc20Abi, 'approve', [breeding, maxUint256]);
      const pair = [
        chance.pick(ids),
        chance.is(0.7) ? PAST + BigInt(chance.between(1, Number(past))) : chance.pick(ids),
      ];
      const [matron, sire] = chance.shuffle(pair);
      const isDone = await world.write(address, breeding, breedingAbi, 'breed', [
        home.address,
        matron,
        sire,
        maxUint256,
      ]);
      return `bred past the site ${isDone ? 'done' : 'failed on chain'}`;
    },
    breed: async () => {
      await world.follow();
      const all = await parents();
      const matron = chance.pick(all.filter(({ owner }) => personOf(owner)));
      const person = matron && personOf(matron.owner);
      if (!matron || !person) return undefined;
      const sire = chance.pick(
        all.filter((one) => !isDeepStrictEqual(one, matron) && (one.owner === matron.owner || one.isOffered)),
      );
      if (!sire) return undefined;
      const pair = { matronUuid: matron.uuid, sireUuid: sire.uuid };
      const asked = await api.send(person, breedingCalls.pair, { query: pair });
      if (asked instanceof Refusal) return refuse('a pair', asked);
      const answer = await api.send(person, breedingCalls.breed, { body: { ...pair, cost: asked.data.cost } });
      if (answer instanceof Refusal) return refuse('breed', answer);
      return `breed ${(await sendAll(person, answer.data.steps)) ? 'done' : 'failed on chain'}`;
    },
    offerSiring: async () => {
      await world.follow();
      const token = chance.pick((await parents()).filter(({ owner }) => personOf(owner)));
      const person = token && personOf(token.owner);
      if (!token || !person) return undefined;
      const isOffer = !token.isOffered || chance.is(0.5);
      const body = {
        price: `0.${chance.between(1, 99)}`,
        endsAt: instant((await world.now()) + chance.between(60, 3600)),
      };
      const params = { id: token.uuid };
      const answer = isOffer
        ? await api.send(person, breedingCalls.offerSiring, { params, body })
        : await api.send(person, breedingCalls.withdrawSiring, { params });
      if (answer instanceof Refusal) return refuse('siring', answer);
      return `siring ${isOffer ? 'offered' : 'withdrawn'} ${await sendAll(person, answer.steps)}`;
    },
    hatch: async () => {
      const [row] = await sql<{ uuid: string }[]>`
        select uuid from breeding where status in ('EXPECTING', 'READY') order by number limit 1`;
      const person = chance.pick(persons);
      if (!row || !person) return undefined;
      const answer = await api.send(person, breedingCalls.hatch, { params: { id: row.uuid } });
      if (answer instanceof Refusal) return refuse('hatch', answer);
      return `hatch ${await sendAll(person, answer.data.steps)}`;
    },
    ripen: async () => {
      const seconds = chance.between(60, 900);
      await world.jump(seconds);
      return `ripened ${seconds} s`;
    },
    /** The target block was not recorded in time: if the chain forgets it, no pending breeding can hatch. */
    forgetBlocks: async () => {
      if (chance.is(0.5)) await world.forgetHistory();
      await world.mine(FORGOTTEN);
      return `${FORGOTTEN} blocks without anybody`;
    },
  };
};

/** Whether breedings remain that end by time alone: all except those whose matron is in the auction house. */
export const isUnderWay = async ({ sql }: World): Promise<boolean> =>
  (
    await sql`
      select 1 from breeding b where status in ('EXPECTING', 'READY')
        and not exists (select 1 from ownership o where o.token_uuid = b.matron_uuid and o.escrowed > 0) limit 1`
  ).length > 0;
