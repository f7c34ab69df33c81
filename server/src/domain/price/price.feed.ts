import { parseAbi, type Address } from 'viem';
import type { Context } from '../../context.ts';
import type { Asset, Quote } from './price.ts';

/** docs.chain.link, "Data Feeds API Reference": AggregatorV3Interface. */
const feedAbi = parseAbi([
  'function decimals() view returns (uint8)',
  'function latestRoundData() view returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)',
]);

/**
 * The price of an asset by the chain's price feed. Feeds give dollars per unit, also for currencies that are stored
 * per dollar here.
 * @returns undefined when the chain or the settings have no feed for it
 * @throws viem's errors when the chain cannot be read; Error when the feed has no answer
 */
export const readFeed = async (
  { chain, config }: Pick<Context, 'chain' | 'config'>,
  asset: Asset,
): Promise<Quote | undefined> => {
  const address = config.deployment.priceFeeds[`${asset} / USD`] as Address | undefined;
  if (!address || !config.price.hasFeeds) return undefined;
  const feed = { address, abi: feedAbi } as const;
  const [decimals, [, answer, , updatedAt]] = await Promise.all([
    chain.public.readContract({ ...feed, functionName: 'decimals' }),
    chain.public.readContract({ ...feed, functionName: 'latestRoundData' }),
  ]);
  if (answer <= 0n || updatedAt === 0n) throw new Error('the feed has no answer');
  const dollars = Number(answer) / 10 ** decimals;
  return {
    asset,
    value: asset === 'EUR' || asset === 'UAH' ? 1 / dollars : dollars,
    at: new Date(Number(updatedAt) * 1000),
    source: 'chainlink',
  };
};
