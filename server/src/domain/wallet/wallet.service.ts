import { readNewestPrices } from '../price/price.view.ts';
import { fromBaseUnits, type Step } from '@skarb/schema/primitive';
import { getAddress, isAddress, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { invalidField, notFound, unprocessable } from '../../platform/http/app-error.ts';
import { nextBid } from '../offer/auction/auction.rules.ts';
import { approveBidStep, claimCreditStep } from '../offer/auction/auction.steps.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { balanceOf, creditOf, erc20AllowanceOf, isNftApproved } from './wallet.chain.ts';
import { erc20ApprovalStep, nftApprovalStep } from './wallet.steps.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

/**
 * Whether the marketplace may move a token for the user, with the step that allows it.
 * @throws AppError 404, 422 without a wallet or before the token is on chain, 503
 */
export const readNftAllowance = async (
  { config, db, chain }: Needs,
  userUuid: string,
  tokenUuid: string,
): Promise<{ approved: boolean; steps: Step[] }> => {
  type Row = {
    type: 'ERC721' | 'ERC1155';
    status: string;
    creator_uuid: string;
    contract_address: Address;
    token_id: string;
    chain_id: number;
  };
  const [token] = await db.sql<Row[]>`
    select type, status, creator_uuid, contract_address, token_id, chain_id from token where uuid = ${tokenUuid}`;
  if (!token || (token.status === 'draft' && token.creator_uuid !== userUuid)) throw notFound('token');
  const wallet = await requireWallet(db.sql, userUuid);
  if (token.status !== 'minted')
    throw unprocessable('token.notMinted', 'This token is not on the chain yet; wait until it is minted');
  requireOwnChain(config, token.chain_id);
  const nft = { contract: token.contract_address, type: token.type, tokenId: BigInt(token.token_id) };
  const approved = await isNftApproved(chain, nft, wallet, config.deployment.seaport);
  return { approved, steps: [nftApprovalStep(config, token.contract_address, approved)] };
};

export type Erc20Allowance = { allowance: string; required: string; sufficient: boolean; steps: Step[] };

/**
 * The user's allowance, and what an offer needs of it: for a sale the price of the units to buy, for the user's own
 * bid the price of all units left, for an auction the minimum bid (which the auction house takes, not Seaport). The
 * native coin, and accepting another user's bid, need none.
 * @throws AppError 404, 422 without a wallet or when fewer units are left, 503
 */
export const readErc20Allowance = async (
  { config, db, chain }: Needs,
  userUuid: string,
  offerUuid: string,
  quantity: number,
): Promise<Erc20Allowance> => {
  type Row = {
    type: 'SALE' | 'AUCTION' | 'BID';
    status: string;
    maker_uuid: string;
    price: string;
    quantity_left: string;
    address: Address | null;
    symbol: string;
    decimals: number;
    chain_id: number;
    /** Null unless the offer is an auction. */
    reserve_price: string | null;
    highest_bid: string | null;
    raise_bps: number;
    /** What the user's other open bids in the same currency need. */
    others: string;
  };
  const [offer] = await db.sql<Row[]>`
    select (select coalesce(sum(b.price * b.quantity_left), 0) from offer b
        where b.type = 'BID' and b.maker_uuid = ${userUuid} and b.currency_uuid = o.currency_uuid and b.uuid <> o.uuid
          and b.status in ('ACTIVE', 'INVALID') and (b.ends_at is null or b.ends_at > now())) as others,
      o.type, o.status, o.maker_uuid, o.price, o.quantity_left, c.address, c.symbol, c.decimals, n.chain_id,
      a.reserve_price, a.highest_bid, a.raise_bps
    from offer o left join auction a on a.offer_uuid = o.uuid join currency c on c.uuid = o.currency_uuid join network n on n.uuid = c.network_uuid
    where o.uuid = ${offerUuid}`;
  if (!offer || (offer.status === 'DRAFT' && offer.maker_uuid !== userUuid)) throw notFound('offer');
  const wallet = await requireWallet(db.sql, userUuid);
  requireOwnChain(config, offer.chain_id);
  const left = BigInt(offer.quantity_left);
  if (offer.type === 'SALE' && BigInt(quantity) > left && left > 0n)
    throw unprocessable('offer.tooMany', `Only ${left} ${left === 1n ? 'unit is' : 'units are'} left`);
  const price = BigInt(offer.price);
  const isOwn = offer.maker_uuid === userUuid;
  const isAuction = offer.type === 'AUCTION';
  const wanted = { BID: isOwn ? price * left : 0n, SALE: price * BigInt(quantity), AUCTION: nextBidOf(offer) };
  const required = wanted[offer.type];
  if (offer.address === null) {
    const needed = fromBaseUnits(required, offer.decimals);
    return { allowance: needed, required: needed, sufficient: true, steps: [] };
  }
  const spender = isAuction ? config.deployment.auctionHouse : config.deployment.seaport;
  const allowance = await erc20AllowanceOf(chain, offer.address, wallet, spender);
  // What they buy uses the permission that their open bids need; auctions have one of their own.
  const others = isAuction ? 0n : BigInt(offer.others);
  const sufficient = allowance >= required + others;
  const currency = { address: offer.address, symbol: offer.symbol, decimals: offer.decimals };
  return {
    allowance: fromBaseUnits(allowance, offer.decimals),
    required: fromBaseUnits(required, offer.decimals),
    sufficient,
    // An approval replaces the one before, so it includes what the user's other bids need.
    steps:
      required === 0n
        ? []
        : [
            isAuction
              ? approveBidStep(config, currency, required, allowance)
              : erc20ApprovalStep(config, currency, required + others, sufficient),
          ],
  };
};

const nextBidOf = (auction: { reserve_price: string | null; highest_bid: string | null; raise_bps: number }): bigint =>
  nextBid({
    reservePrice: BigInt(auction.reserve_price ?? 0),
    highestBid: auction.highest_bid === null ? null : BigInt(auction.highest_bid),
    incrementBps: auction.raise_bps,
  });

/**
 * The user's credits: money that the auction house could not pay out to their wallet (an outbid bidder's, a seller's)
 * and keeps, by the chain's state now; each with the step that collects it.
 * @param to receives the money: a currency may refuse the wallet for good
 * @throws AppError 400 a mistyped address, 422 without a wallet, 503
 */
export const readCredits = async ({ config, db, chain }: Needs, userUuid: string, to?: string) => {
  // The checksum finds typing errors.
  if (to !== undefined && !isAddress(to)) throw invalidField('to', 'isAddress', 'is mistyped: its checksum is wrong');
  const wallet = (await requireWallet(db.sql, userUuid)) as Address;
  const currencies = await db.sql<{ uuid: string; name: string; symbol: string; decimals: number; address: Address }[]>`
    select c.uuid, c.name, c.symbol, c.decimals, c.address from currency c join network n on n.uuid = c.network_uuid
    where n.chain_id = ${config.chain.id} and c.address is not null order by c.position, c.uuid`;
  const credits = await Promise.all(
    currencies.map(({ address }) => creditOf(chain, config.deployment.auctionHouse, wallet, address)),
  );
  return currencies.flatMap(({ address, ...currency }, index) => {
    const units = credits[index] ?? 0n;
    if (units === 0n) return [];
    return [
      {
        currency,
        amount: fromBaseUnits(units, currency.decimals),
        steps: [claimCreditStep(config, wallet, address, getAddress(to ?? wallet))],
      },
    ];
  });
};

/**
 * The wallet's balance of a currency, and its value in US dollars with two decimals.
 * @throws AppError 404, 422, 503
 */
export const readBalance = async ({ config, db, chain }: Needs, userUuid: string, currencyUuid: string) => {
  type Row = {
    uuid: string;
    name: string;
    symbol: string;
    decimals: number;
    address: Address | null;
    chain_id: number;
  };
  const [currency] = await db.sql<Row[]>`
    select c.uuid, c.name, c.symbol, c.decimals, c.address, n.chain_id
    from currency c join network n on n.uuid = c.network_uuid where c.uuid = ${currencyUuid}`;
  if (!currency) throw notFound('currency');
  const wallet = await requireWallet(db.sql, userUuid);
  requireOwnChain(config, currency.chain_id);
  const units = await balanceOf(chain, currency.address, wallet);
  const balance = fromBaseUnits(units, currency.decimals);
  const { eth } = await readNewestPrices({ db, config });
  const [worth] = await db.sql<{ usd: string }[]>`
    select round(${balance}::numeric * eth_rate * ${eth.usd}::numeric, 2)::text as usd from currency where uuid = ${currencyUuid}`;
  const { uuid, name, symbol, decimals } = currency;
  return { balance, usd: worth?.usd ?? null, currency: { uuid, name, symbol, decimals } };
};

const requireOwnChain = (config: Needs['config'], chainId: number): void => {
  if (chainId !== config.chain.id) throw unprocessable('chain.other', 'This server does not serve that chain any more');
};
