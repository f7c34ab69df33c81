/** Actions on the chain that bypass the marketplace. */
import { erc20Abi, offerZoneAbi, seaportAbi } from '@skarb/contracts/abi';
import { operator } from '@skarb/local/testing.ts';
import { maxUint256, type Address, type Hex } from 'viem';
import { buildAcceptance, buildPurchase } from '../src/domain/offer/offer.fulfil.ts';
import { orderFromJson, type OrderComponents } from '../src/domain/offer/offer.order.ts';
import type { Chance } from './chance.ts';
import { askChain } from './fill.ts';
import type { Token, World } from './world.ts';

type Signed = {
  uuid: string;
  type: 'SALE' | 'BID';
  order_hash: Hex;
  components: Record<string, unknown>;
  signature: Hex;
  maker: Address;
  quantity: string;
  token_uuid: string;
};

export const createChainActions = (world: World, chance: Chance) => {
  const { sql, send, write, persons, tokens, deployment, rich } = world;
  const tokenOf = (uuid: string) => tokens.find((token) => token.uuid === uuid) as Token;
  const somebody = () => (chance.pick(persons) as (typeof persons)[0]).address;

  /**
   * A random signed order, cancelled ones included: from the most recent offers, so that most actions find a valid
   * one.
   */
  const signedOrder = async (onlyOpen: boolean): Promise<Signed | undefined> =>
    chance.pick(
      await sql<Signed[]>`
        select * from (
          select o.uuid, o.type, s.order_hash, s.components, s.signature, o.maker, s.quantity, o.token_uuid, s.created_at
          from seaport_order s join offer o on o.uuid = s.offer_uuid
          where s.signature is not null and (${!onlyOpen} or o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING'))
          order by s.created_at desc, s.order_hash limit 40) newest
        order by created_at, order_hash`,
    );

  /** A random holder of the token, by the chain. */
  const holderOf = async (token: Token): Promise<{ owner: Address; held: bigint } | undefined> => {
    const rows = await sql<{ owner: Address; quantity: string }[]>`
      select owner, quantity from ownership where token_uuid = ${token.uuid} and quantity > 0`;
    const all = [...persons.map((person) => person.wallet), rich]
      .map((owner) => ({ owner, held: BigInt(rows.find((row) => row.owner === owner)?.quantity ?? 0) }))
      .filter(({ held }) => held > 0n);
    return chance.pick(all);
  };
  const move = (token: Token, from: Address, to: Address, units: bigint) => {
    if (!token.isEdition) return write(from, token.contract, world.abiOf(token), 'transferFrom', [from, to, token.id]);
    const abi = world.abiOf(token);
    if (chance.is(0.3) && units > 1n)
      return write(from, token.contract, abi, 'safeBatchTransferFrom', [
        from,
        to,
        [token.id, token.id],
        [1n, units - 1n],
        '0x',
      ]);
    return write(from, token.contract, abi, 'safeTransferFrom', [from, to, token.id, units, '0x']);
  };
  const money = () => chance.pick([deployment.weth, deployment.usdc] as Address[]) as Address;
  const balance = (token: Address, owner: Address) =>
    world.context.chain.public.readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [owner],
    });
  const share = (amount: bigint) => (amount * BigInt(chance.pick([1, 10, 50, 90, 100]) ?? 1)) / 100n;

  return {
    give: async () => {
      const token = chance.pick(tokens) as Token;
      const holder = await holderOf(token);
      if (!holder) return undefined;
      const units = BigInt(chance.between(1, Number(holder.held)));
      const to = chance.is(0.05) ? rich : somebody();
      await move(token, holder.owner, to, units);
      if (!chance.is(0.5)) return `gave ${units}`;
      if (chance.is(0.3)) await world.follow();
      await move(token, to, holder.owner, chance.is(0.7) ? units : 1n);
      return `gave ${units} and got them back`;
    },
    permit: async () => {
      const contract = chance.pick(world.contracts) as Address;
      const isAllowed = chance.is(0.6);
      const abi = world.abiOf(tokens[0] as Token);
      await write(somebody(), contract, abi, 'setApprovalForAll', [deployment.seaport, isAllowed]);
      return isAllowed ? 'approved' : 'took approval back';
    },
    permitOne: async () => {
      const token = chance.pick(tokens.filter(({ isEdition }) => !isEdition)) as Token;
      const holder = await holderOf(token);
      if (!holder) return undefined;
      const who = chance.is(0.6) ? deployment.seaport : somebody();
      await write(holder.owner, token.contract, world.abiOf(token), 'approve', [who, token.id]);
      return 'approved one';
    },
    drain: async () => {
      const [token, from] = [money(), somebody()];
      await write(from, token, erc20Abi, 'transfer', [rich, share(await balance(token, from))]);
      return 'drained';
    },
    refill: async () => {
      const token = money();
      const amount = token === deployment.weth ? 10n ** 18n : 2000n * 10n ** 6n;
      await write(rich, token, erc20Abi, 'transfer', [somebody(), BigInt(chance.between(1, 5)) * amount]);
      return 'refilled';
    },
    allow: async () => {
      const [token, from] = [money(), somebody()];
      const amount = chance.weighed({ all: 5, some: 2, none: 2 });
      const allowance = { all: maxUint256, some: share(await balance(token, from)), none: 0n }[amount];
      await write(from, token, erc20Abi, 'approve', [deployment.seaport, allowance]);
      return `allowed ${amount}`;
    },
    cancelOnSeaport: async () => {
      const order = await signedOrder(true);
      if (!order) return undefined;
      await write(order.maker, deployment.seaport, seaportAbi, 'cancel', [[orderFromJson(order.components)]]);
      return 'cancelled on Seaport';
    },
    cancelByZone: async () => {
      const order = await signedOrder(true);
      if (!order) return undefined;
      const data = [[orderFromJson(order.components)]];
      await write(operator.address, deployment.offerZone, offerZoneAbi, 'cancel', data);
      return 'cancelled by the zone';
    },
    raiseCounter: async () => {
      await write(somebody(), deployment.seaport, seaportAbi, 'incrementCounter', []);
      return 'raised a counter';
    },
    /** A fill that bypasses the marketplace: any signed order, including old terms, with any number of units. */
    fill: async () => {
      const found = await signedOrder(chance.is(0.9));
      if (!found) return undefined;
      const order: OrderComponents = orderFromJson(found.components);
      const token = tokenOf(found.token_uuid);
      const units = BigInt(chance.between(1, Number(found.quantity)));
      const asked = { type: found.type, token, orderHash: found.order_hash, order, signature: found.signature, units };
      const [state] = await askChain(world, [asked]);
      const filled = state?.filled ?? 0n;
      let call;
      let from: Address = rich;
      if (found.type === 'SALE') {
        if (chance.is(0.5)) from = somebody();
        call = buildPurchase([{ order, signature: found.signature, units, filled }]);
      } else {
        const holder = await holderOf(token);
        if (!holder) return undefined;
        from = holder.owner;
        await write(from, token.contract, world.abiOf(token), 'setApprovalForAll', [deployment.seaport, true]);
        call = buildAcceptance(
          { order, signature: found.signature, units, filled },
          from,
          BigInt(chance.below(1_000_000)),
        );
      }
      const isDone = await send(from, deployment.seaport, call.data, call.value);
      return `fill of a ${found.type} on Seaport ${isDone ? 'done' : 'failed'}`;
    },
    wait: async () => {
      const seconds = chance.between(20, 400);
      await world.jump(seconds);
      return `waited ${seconds} s`;
    },
    mine: async () => {
      await world.mine(chance.between(1, 6));
      return 'mined';
    },
  };
};

/**
 * Removes the newest blocks, and sends some of their transactions again, in another order or later. The new chain is
 * at least as long and as late as before, like a real reorg.
 */
export const reorganise = async (world: World, chance: Chance, deepest: number): Promise<string | undefined> => {
  const [head, time] = [await world.head(), await world.now()];
  const depth = Math.min(chance.between(1, deepest), head - world.base);
  if (depth < 1) return undefined;
  const { rpc } = world.chain;
  const dropped = [];
  for (const tx of world.sent.splice(Math.max(0, world.sent.length - depth))) dropped.push(tx);
  if (chance.is(0.5)) await rpc('anvil_reorg', [depth, []]);
  else {
    await rpc('anvil_rollback', [depth]);
    if (chance.is(0.5)) await world.mine(1);
  }
  const again = chance.is(0.6) ? chance.shuffle(dropped).filter(() => chance.is(0.7)) : [];
  for (const tx of again) await world.send(tx.from, tx.to, tx.data, tx.value);
  const short = head - (await world.head());
  if (short >= 0) await world.mine(short + 1);
  if ((await world.now()) <= time) await world.jump(time - (await world.now()) + 1);
  return `reorg of ${depth} blocks, ${again.length} transactions again`;
};
