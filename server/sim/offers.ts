/** The actions of a simulated user through the API. */
import * as offerCalls from '@skarb/schema/calls/offer';
import type { OfferWithSteps } from '@skarb/schema/offer';
import type { SignatureStep, TransactionStep } from '@skarb/schema/primitive';
import { decodeFunctionData, type Address, type Hex } from 'viem';
import { erc20Abi } from '@skarb/contracts/abi';
import { createCalls, Refusal } from './calls.ts';
import type { Chance } from './chance.ts';
import type { Person, World } from './world.ts';

/** Open offers of all makers without drafts, in an order that a seed reproduces. */
const openOffers = (world: World) =>
  world.sql<{ uuid: string; type: 'SALE' | 'BID'; status: string; maker: Address; quantity_left: string }[]>`
    select uuid, type, status, maker, quantity_left from offer
    where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') and type in ('SALE', 'BID') order by created_at, uuid`;

/** Helpers for opening offers: timestamps of the chain's clock, and the refusals that a simulation accepts. */
export const openingOf = () => ({
  instant: (seconds: number) => new Date(seconds * 1000).toISOString(),
  /** @throws Error for an answer that no valid request gets */
  refuse: (what: string, { status, body }: Refusal): string => {
    // 503 is accepted: a misbehaving node makes records lag behind the chain, and machines are slow.
    if ((status >= 500 && status !== 503) || status === 429 || status === 400)
      throw new Error(`${what}: ${status} ${JSON.stringify(body)}`);
    return `${what} refused (${(body as { code?: string }).code})`;
  },
});

export const createOffers = (world: World, chance: Chance) => {
  const { sql, follow, send, persons } = world;
  const api = createCalls(world.call);
  const { instant, refuse } = openingOf();
  const personOf = (address: string) => persons.find((person) => person.wallet === address);
  /** Earlier steps that a simulated wallet still has to send. */
  const stale: { from: Address; step: TransactionStep }[] = [];
  let created = 0;

  const sendStep = async (from: Address, step: TransactionStep) => {
    let { data } = step as { data: Hex };
    // Sometimes an approval of exactly the needed amount, which other bids and purchases of the same wallet then use
    // up.
    if (step.id.startsWith('approve-') && chance.is(0.3)) {
      try {
        const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data });
        if (functionName === 'approve') data = world.encodeApproval(args[0], args[1]);
      } catch {
        // An NFT's approval.
      }
    }
    return send(from, step.to as Address, data, BigInt(step.value));
  };
  /** Runs the steps of an answer; sometimes one is omitted. */
  const finish = async (person: Person, what: string, answer: OfferWithSteps): Promise<string> => {
    for (const step of answer.steps ?? []) {
      if (step.status === 'complete') continue;
      if (step.kind === 'transaction') {
        if (chance.is(0.9)) await sendStep(person.address, step);
        continue;
      }
      if (chance.is(0.05)) return `${what}, not signed`;
      const signature = await world.sign(person, step as SignatureStep);
      if (chance.is(0.2)) await world.mine(chance.between(1, 3));
      await follow();
      const signed = await api.submit(person, step as SignatureStep, signature);
      if (signed instanceof Refusal) return refuse(`${what}, signing`, signed);
      created++;
      for (const last of signed.steps ?? [])
        if (last.kind === 'transaction' && last.status === 'incomplete' && chance.is(0.9))
          await sendStep(person.address, last);
    }
    return what;
  };

  /** A start and an end by the chain's clock, or none. */
  const times = async () => {
    const now = await world.now();
    const start = chance.is(0.15) ? now + chance.between(20, 500) : undefined;
    const end = chance.is(0.35) ? (start ?? now) + chance.between(60, 1200) : undefined;
    return { ...(start ? { startsAt: instant(start) } : {}), ...(end ? { endsAt: instant(end) } : {}) };
  };
  const amount = (currency: 'ETH' | 'USDC' | 'POL') =>
    currency === 'USDC' ? String(chance.between(1, 4000)) : `${chance.between(0, 3)}.${chance.between(1, 9999)}`;

  const open = async (person: Person, tokenUuid: string, type: 'SALE' | 'BID', quantity: number) => {
    const name = chance.pick(type === 'SALE' ? (['ETH', 'USDC', 'POL'] as const) : (['ETH', 'USDC'] as const)) ?? 'ETH';
    await follow();
    const body = { type, price: amount(name), currencyUuid: world.currency(name).uuid, quantity, ...(await times()) };
    const answer = await api.send(person, offerCalls.open, { params: { id: tokenUuid }, body });
    const what = `${type} of ${quantity} in ${name}`;
    return answer instanceof Refusal ? refuse(what, answer) : finish(person, what, answer.data);
  };

  const actions = {
    list: async () => {
      const token = chance.pick(world.tokens);
      if (!token) return undefined;
      await follow();
      const holders = await sql<{ owner: string; quantity: string }[]>`
        select owner, quantity from ownership where token_uuid = ${token.uuid} and quantity > 0 order by owner`;
      const known = persons.flatMap((person) => {
        const held = holders.find(({ owner }) => owner === person.wallet);
        return held ? [{ person, held: Number(held.quantity) }] : [];
      });
      const seller = chance.pick(known);
      return seller && open(seller.person, token.uuid, 'SALE', chance.between(1, Math.min(seller.held, 6)));
    },
    bid: async () => {
      const token = chance.pick(world.tokens);
      const person = chance.pick(persons);
      return token && person && open(person, token.uuid, 'BID', token.isEdition ? chance.between(1, 4) : 1);
    },
    edit: async () => {
      const offer = chance.pick(await openOffers(world));
      const person = offer && personOf(offer.maker);
      if (!offer || !person) return undefined;
      await follow();
      const currency = (
        await sql<
          { name: 'ETH' }[]
        >`select c.name from offer o join currency c on c.uuid = o.currency_uuid where o.uuid = ${offer.uuid}`
      )[0]?.name;
      const body = {
        price: amount(currency ?? 'ETH'),
        ...(chance.is(0.4) ? { quantity: chance.between(1, Number(offer.quantity_left) + 1) } : {}),
        ...(chance.is(0.3) ? { endsAt: instant((await world.now()) + chance.between(60, 1200)) } : {}),
      };
      const answer = await api.send(person, offerCalls.edit, { params: { id: offer.uuid }, body });
      if (!(answer instanceof Refusal)) return finish(person, 'edit', answer.data);
      return answer.status === 400 ? 'edit refused (field)' : refuse('edit', answer);
    },
    revive: async () => {
      const gone = (await openOffers(world)).filter(({ status, type }) => status === 'INVALID' && type === 'SALE');
      const offer = chance.pick(gone);
      const person = offer && personOf(offer.maker);
      if (!offer || !person) return undefined;
      await follow();
      const answer = await api.send(person, offerCalls.edit, { params: { id: offer.uuid }, body: { revive: true } });
      return answer instanceof Refusal ? refuse('revive', answer) : 'revive';
    },
    cancel: async () => {
      const offer = chance.pick(await openOffers(world));
      const person = offer && personOf(offer.maker);
      if (!offer || !person) return undefined;
      const answer = await api.send(person, offerCalls.cancel, { params: { id: offer.uuid } });
      return answer instanceof Refusal ? refuse('cancel', answer) : 'cancel';
    },
    purchase: async () => {
      const offer = chance.pick((await openOffers(world)).filter(({ status }) => status === 'ACTIVE'));
      const person = chance.pick(persons);
      if (!offer || !person) return undefined;
      const quantity = chance.between(1, Number(offer.quantity_left));
      await follow();
      const answer = await api.send(person, offerCalls.purchase, { params: { id: offer.uuid }, body: { quantity } });
      if (answer instanceof Refusal) return refuse(`purchase of a ${offer.type}`, answer);
      const steps = (answer.data.steps ?? []).filter((step) => step.status === 'incomplete') as TransactionStep[];
      if (chance.is(0.2)) {
        const last = steps.at(-1);
        if (last) stale.push({ from: person.address, step: last });
        return 'purchase put off';
      }
      let isDone = true;
      for (const step of steps)
        isDone = await send(person.address, step.to as Address, step.data as Hex, BigInt(step.value));
      return `purchase of a ${offer.type} ${isDone ? 'done' : 'failed on chain'}`;
    },
    latePurchase: async () => {
      const late = stale.shift();
      if (!late) return undefined;
      const isDone = await send(late.from, late.step.to as Address, late.step.data as Hex, BigInt(late.step.value));
      return `late purchase ${isDone ? 'done' : 'failed on chain'}`;
    },
  };
  return { actions, count: () => created };
};
