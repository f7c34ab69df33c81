/** The objects that generated logs refer to: a market's records and the chain that they were read from. */
import { open as openOffer } from '@skarb/schema/calls/offer';
import { numberToHex, type Hex } from 'viem';
import type { RawBlock, RawLog } from '../src/platform/chain/testing-node.ts';
import { lower } from '../src/platform/chain/address.ts';
import { createAuctions } from './auctions.ts';
import { createCalls } from './calls.ts';
import { chanceOf } from './chance.ts';
import type { Ground } from './log-stories.ts';
import { createOffers } from './offers.ts';
import type { Cast } from './wild-logs.ts';
import { startWorld } from './world.ts';

/** Offers in the records before the first generated log. */
const OFFERS = 24;

/** A market with offers, auction requests and users that seeds start from. */
export const startLogGround = async () => {
  const world = await startWorld({ people: 4, singles: 5, editions: 4, drafts: 3, founders: 4 });
  const { sql, rpc } = { sql: world.sql, rpc: world.chain.rpc };
  const chance = chanceOf(1);
  const offers = createOffers(world, chance);
  const auctions = createAuctions(world, chance);
  for (let made = 0; made < OFFERS; made++) await (chance.is(0.6) ? offers.actions.list() : offers.actions.bid());
  await auctions.actions.auction();
  for (const token of world.tokens.slice(0, 4)) {
    const [holder] = await sql<{ owner: string }[]>`
      select owner from ownership where token_uuid = ${token.uuid} and quantity > escrowed order by owner limit 1`;
    const person = world.persons.find(({ wallet }) => wallet === holder?.owner);
    if (person)
      await createCalls(world.call).send(person, openOffer, {
        params: { id: token.uuid },
        body: {
          type: 'AUCTION',
          reservePrice: '1',
          currencyUuid: world.currency('ETH').uuid,
          endsAt: new Date(((await world.now()) + 3600) * 1000).toISOString(),
        },
      });
  }
  await world.follow();
  await world.turn();

  const deployment = world.config.deployment;
  const tokenRows = await sql<
    {
      uuid: string;
      type: string;
      contract_address: Hex;
      token_id: string;
      status: string;
      metadata_digest: Hex;
      quantity: string;
      royalty_bps: number;
      creator: Hex;
    }[]
  >`select t.uuid, t.type, t.contract_address, t.token_id, t.status, t.metadata_digest, t.quantity, t.royalty_bps, u.metamask_wallet as creator
    from token t join collection c on c.uuid = t.collection_uuid join app_user u on u.uuid = c.creator_uuid order by t.created_at, t.uuid`;
  const toToken = (row: (typeof tokenRows)[number]) => ({
    uuid: row.uuid,
    isEdition: row.type === 'ERC1155',
    contract: row.contract_address,
    id: BigInt(row.token_id),
  });
  const contracts = await sql<{ address: Hex; type: string; is_deployed: boolean; creator: Hex }[]>`
    select cc.address, cc.type, cc.is_deployed, u.metamask_wallet as creator from collection_contract cc
    join collection c on c.uuid = cc.collection_uuid join app_user u on u.uuid = c.creator_uuid order by cc.address`;
  const people = world.persons.map(({ wallet }) => wallet as Hex);
  const currencies = [lower(deployment.weth), lower(deployment.usdc)];
  const ground: Ground = {
    people,
    tokens: tokenRows.filter((row) => row.status === 'minted').map(toToken),
    drafts: tokenRows
      .filter((row) => row.status !== 'minted')
      .map((row) => ({
        ...toToken(row),
        digest: row.metadata_digest,
        quantity: BigInt(row.quantity),
        royaltyBps: row.royalty_bps,
        creator: row.creator,
      })),
    orders: (
      await sql<{ order_hash: Hex; type: 'SALE' | 'BID'; maker: Hex; token_uuid: string; left: string }[]>`
        select s.order_hash, o.type, o.maker, o.token_uuid, s.quantity - s.filled as left
        from seaport_order s join offer o on o.uuid = s.offer_uuid
        where s.signature is not null and s.cancellations = 0 and s.quantity > s.filled order by s.order_hash`
    ).map((row) => ({
      hash: row.order_hash,
      type: row.type,
      maker: row.maker,
      token: row.token_uuid,
      quantity: BigInt(row.left),
    })),
    requests: (
      await sql<{ uuid: string; maker: Hex; token_uuid: string; address: Hex }[]>`
        select o.uuid, o.maker, o.token_uuid, c.address from offer o join auction a on a.offer_uuid = o.uuid
        join currency c on c.uuid = o.currency_uuid where a.auction_id is null order by o.uuid`
    ).map((row) => ({ offer: row.uuid, seller: row.maker, token: row.token_uuid, currency: row.address })),
    holdings: new Map(
      (
        await sql<{ token_uuid: string; owner: string; free: string }[]>`
          select token_uuid, owner, quantity - escrowed as free from ownership where quantity > escrowed order by token_uuid, owner`
      ).map((row) => [`${row.token_uuid}|${row.owner}`, BigInt(row.free)]),
    ),
    collections: contracts
      .filter(({ type }) => type === 'ERC721')
      .map((row) => ({ address: row.address, creator: row.creator, isDeployed: row.is_deployed })),
    enrolled: new Set(
      (await sql<{ uuid: string }[]>`select token_uuid as uuid from breeding_token`).map(({ uuid }) => uuid),
    ),
    opened: new Set(
      (
        await sql<{ address: Hex }[]>`
          select cc.address from breeding_terms t join collection_contract cc on cc.collection_uuid = t.collection_uuid and cc.type = 'ERC721'`
      ).map(({ address }) => address),
    ),
  };
  const cast: Cast = {
    addresses: [
      ...people,
      '0x00000000000000000000000000000000000b0b42',
      lower(deployment.weth),
      contracts[0]?.address as Hex,
    ],
    auctionHouse: lower(deployment.auctionHouse),
    breeding: lower(deployment.breeding),
    seaport: lower(deployment.seaport),
    factory: lower(deployment.collectionFactory),
    accountFactory: lower(world.config.accounts?.accountFactory ?? ''),
    zone: lower(deployment.offerZone),
    singles: contracts.filter(({ type }) => type === 'ERC721').map(({ address }) => address),
    editions: contracts.filter(({ type }) => type === 'ERC1155').map(({ address }) => address),
    currencies,
  };

  // The generated chain continues the real one.
  const head = await world.head();
  const logs = await rpc<RawLog[]>('eth_getLogs', [{ fromBlock: '0x0', toBlock: numberToHex(head) }]);
  const past: { block: RawBlock; logs: RawLog[] }[] = [];
  for (let number = 0; number <= head; number++) {
    const { hash, parentHash, timestamp, logsBloom } = await rpc<RawBlock>('eth_getBlockByNumber', [
      numberToHex(number),
      false,
    ]);
    past.push({
      block: { number: numberToHex(number), hash, parentHash, timestamp, logsBloom },
      logs: logs
        .filter((log) => Number(log.blockNumber) === number)
        .map(({ address, topics, data, blockNumber, blockHash, transactionHash, logIndex }) => ({
          address: lower(address),
          topics,
          data,
          blockNumber,
          blockHash,
          transactionHash,
          logIndex,
        })),
    });
  }
  await world.app.close();
  await world.context.db.close();
  return { world, ground, cast, past };
};
export type LogGround = Awaited<ReturnType<typeof startLogGround>>;
