/** The start of auction tests: trade with its worker, and control of the chain's clock. */
import { erc20Abi } from '@skarb/contracts/abi';
import type { HistoryEntry, OfferWithSteps } from '@skarb/schema/offer';
import type { ErrorBody, TransactionStep } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { encodeFunctionData, type Address } from 'viem';
import { startTrade, type Person, until } from '../testing-trade.ts';

export { until, type Person };
export const refusal = (answer: { status: number; body: unknown }) => [answer.status, (answer.body as ErrorBody).code];
export const stepsOf = (answer: { body: { data: OfferWithSteps } }) =>
  answer.body.data.steps?.map(({ id, status }) => [id, status]);

type Fields = {
  reservePrice?: string;
  currency?: 'ETH' | 'USDC' | 'POL';
  quantity?: number;
  /** Seconds from the chain's current time. */
  startsIn?: number;
  endsIn?: number;
  minIncrementPercent?: number;
};

export const startAuctions = async (options: Parameters<typeof startTrade>[0] = {}) => {
  const all = await startTrade(options);
  const { chain, call } = all;

  const chainSeconds = async (): Promise<number> =>
    Number((await chain.rpc<{ timestamp: string }>('eth_getBlockByNumber', ['latest', false])).timestamp);
  const inSeconds = async (seconds: number): Promise<string> => {
    const now = Math.max(await chainSeconds(), Math.floor(Date.now() / 1000));
    return new Date((now + seconds) * 1000).toISOString();
  };
  /** Moves the chain's clock forward and mines a block. */
  const wait = async (seconds: number): Promise<void> => {
    await chain.rpc('evm_increaseTime', [seconds]);
    await chain.rpc('evm_mine');
  };

  const openAuction = async (
    as: Person,
    tokenUuid: string,
    { reservePrice = '1', currency = 'ETH', startsIn, endsIn = 3600, ...rest }: Fields = {},
  ) =>
    call<{ data: OfferWithSteps }>('POST', `/offer/${tokenUuid}`, {
      as,
      json: {
        type: 'AUCTION',
        reservePrice,
        currencyUuid: all.currency(currency).uuid,
        ...(startsIn === undefined ? {} : { startsAt: await inSeconds(startsIn) }),
        endsAt: await inSeconds(endsIn),
        ...rest,
      },
    });
  /** An auction that the follower has seen on chain. */
  const auction = async (as: Person, tokenUuid: string, fields: Fields = {}): Promise<OfferWithSteps> => {
    const opened = await openAuction(as, tokenUuid, fields);
    if (opened.status !== 201) throw new Error(JSON.stringify(opened.body));
    await all.runSteps(as, opened.body.data);
    return all.becomes(opened.body.data.uuid, fields.startsIn === undefined ? 'ACTIVE' : 'SCHEDULED');
  };
  const askBid = (as: Person, uuid: string, price: string) =>
    call<{ data: OfferWithSteps }>('POST', `/offer/${uuid}`, { as, json: { type: 'BID', price } });
  /** Bids, and waits until the marketplace has recorded the bid. */
  const bidIn = async (as: Person, uuid: string, price: string): Promise<OfferWithSteps> => {
    const asked = await askBid(as, uuid, price);
    if (asked.status !== 201) throw new Error(JSON.stringify(asked.body));
    await all.runSteps(as, asked.body.data);
    return until(`a bid of ${price}`, async () => {
      const now = await all.offer(uuid);
      return now.auction?.highestBid === price && now.auction.highestBidderAddress === as.address && now;
    });
  };
  const settle = (as: Person, uuid: string) => call<{ data: OfferWithSteps }>('POST', `/offer/${uuid}/settle`, { as });
  const story = async (uuid: string): Promise<HistoryEntry[]> =>
    (await call<{ data: HistoryEntry[] }>('GET', `/offer/${uuid}/history?sortBy=createdAt:ASC&limit=100`)).body.data;
  const eventsOf = async (uuid: string) => (await story(uuid)).map(({ event }) => event);
  const tokenOf = async (uuid: string, as: Person): Promise<TokenDetail> =>
    (await call<{ data: TokenDetail }>('GET', `/token/${uuid}`, { as })).body.data;
  const ownersOf = async (uuid: string, as: Person): Promise<Record<string, number>> =>
    Object.fromEntries((await tokenOf(uuid, as)).ownerships.map(({ owner, quantity }) => [owner, quantity]));
  const money = (
    who: Person,
    functionName: 'transfer' | 'approve',
    to: string,
    amount: bigint,
    name: 'ETH' | 'USDC' = 'ETH',
  ) =>
    all.sendRaw(who, {
      to: name === 'ETH' ? all.deployment.weth : all.deployment.usdc,
      data: encodeFunctionData({ abi: erc20Abi, functionName, args: [to as Address, amount] }),
    });
  /** Returns a function that reads how much each account gained since this call. */
  const watchBalances = async (who: Record<string, string>, name: 'ETH' | 'USDC' = 'ETH') => {
    const read = async () =>
      Object.fromEntries(
        await Promise.all(
          Object.entries(who).map(async ([key, address]) => [key, await all.balanceOf(address, name)] as const),
        ),
      );
    const before = await read();
    return async () =>
      Object.fromEntries(Object.entries(await read()).map(([key, has]) => [key, has - (before[key] ?? 0n)]));
  };
  const sendAsIs = (who: Person, step: TransactionStep) => all.sendRaw(who, { ...step, gas: 800_000n });
  return {
    ...all,
    chainSeconds,
    inSeconds,
    wait,
    openAuction,
    auction,
    askBid,
    bidIn,
    settle,
    story,
    eventsOf,
    tokenOf,
    ownersOf,
    money,
    watchBalances,
    sendAsIs,
  };
};
export type Auctions = Awaited<ReturnType<typeof startAuctions>>;
