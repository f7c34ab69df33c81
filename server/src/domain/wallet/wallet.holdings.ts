/** Everything that a wallet holds, and the steps that send all of it to another address. */
import { erc20Abi, seaportAbi } from '@skarb/contracts/abi';
import type { Holdings } from '@skarb/schema/auth';
import { SEND_MAX } from '@skarb/schema/limits';
import { fromBaseUnits, type TransactionStep } from '@skarb/schema/primitive';
import { encodeFunctionData, getAddress, type Address, type Hex } from 'viem';
import type { Context } from '../../context.ts';
import { isSmartAccount, takesCoin } from '../account/account.view.ts';
import { requireWallet } from '../auth/auth.view.ts';
import { claimCreditStep } from '../offer/auction/auction.steps.ts';
import { balanceOf, creditOf, hasCode } from './wallet.chain.ts';
import { checkReceiver } from '../token/token.receiver.ts';
import { sendData } from './wallet.send.rules.ts';

type Needs = Pick<Context, 'config' | 'db' | 'chain'>;

type TokenRow = {
  token: Holdings['tokens'][number]['token'];
  quantity: string;
  contract_address: Address;
  token_id: string;
};
type CurrencyRow = { uuid: string; name: string; symbol: string; decimals: number; address: Address | null };

const findTokens = ({ config, db }: Needs, wallet: Address) => db.sql<TokenRow[]>`
  select jsonb_strip_nulls(jsonb_build_object('localization', t.card -> 'localization'))
      || jsonb_build_object('uuid', t.uuid, 'type', t.type, 'name', t.name, 'image', t.card -> 'image') as token,
    (o.quantity - o.escrowed)::text as quantity, t.contract_address, t.token_id::text
  from ownership o join token t on t.uuid = o.token_uuid
  where o.owner = ${wallet} and o.quantity > o.escrowed and t.status = 'minted' and t.chain_id = ${config.chain.id}
  order by o.token_created_at desc, o.token_uuid desc limit ${SEND_MAX + 1}`;

/**
 * What a user's wallet holds: tokens, money, and money that the auction house keeps for it. What is in a running auction
 * stays, and comes back to the wallet at its end.
 * @param to with it, the steps that send everything there; a smart account makes them in one operation. Another wallet
 * keeps its native coin, which pays the network fees: a step that sends all of it would fail
 * @throws AppError 400 naming `to`, 422 without a wallet, 503
 */
export const readHoldings = async (context: Needs, userUuid: string, to: string | undefined): Promise<Holdings> => {
  const { config, db, chain } = context;
  const wallet = (await requireWallet(db.sql, userUuid)) as Address;
  const receiver = to === undefined ? undefined : await checkReceiver(context, wallet, to);
  const { auctionHouse, seaport } = config.deployment;
  const [found, currencies, [rest]] = await Promise.all([
    findTokens(context, wallet),
    db.sql<CurrencyRow[]>`
      select c.uuid, c.name, c.symbol, c.decimals, c.address from currency c join network n on n.uuid = c.network_uuid
      where n.chain_id = ${config.chain.id} order by c.position, c.uuid`,
    db.sql<{ has_offers: boolean; has_auctions: boolean }[]>`
      select exists (select 1 from offer where maker_uuid = ${userUuid} and maker = ${wallet} and type in ('SALE', 'BID')
          and status in ('SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID')) as has_offers,
        exists (select 1 from ownership where owner = ${wallet} and escrowed > 0)
          or exists (select 1 from auction a join offer o on o.uuid = a.offer_uuid
            where a.highest_bidder = ${wallet} and o.status in ('ACTIVE', 'ENDED')) as has_auctions`,
  ]);
  const amounts = await Promise.all(
    currencies.map(async ({ address }) => ({
      held: await balanceOf(chain, address, wallet),
      credit: address ? await creditOf(chain, auctionHouse as Address, wallet, address) : 0n,
    })),
  );
  const money = currencies.flatMap(({ address, ...currency }, index) => {
    const { held = 0n, credit = 0n } = amounts[index] ?? {};
    return held + credit > 0n ? [{ currency, address, held, credit }] : [];
  });
  const paysItself = async () => !(await isSmartAccount(db.sql, wallet)) && !(await hasCode(chain, wallet));
  const keepsCoin = receiver !== undefined && ((await paysItself()) || !(await takesCoin(context, receiver)));
  const tokens = found.slice(0, SEND_MAX);
  const has = { offers: rest?.has_offers ?? false, auctions: rest?.has_auctions ?? false };
  let number = 0;
  const send = (target: Address, description: string, data: Hex, value = 0n): TransactionStep => ({
    id: `send-all-${++number}`,
    kind: 'transaction',
    description,
    status: 'incomplete',
    chainId: config.chain.id,
    to: getAddress(target),
    data,
    value: String(value),
  });
  const stepsTo = (there: Address): TransactionStep[] => [
    ...(has.offers
      ? [
          send(
            seaport as Address,
            'End your sales and offers',
            encodeFunctionData({ abi: seaportAbi, functionName: 'incrementCounter' }),
          ),
        ]
      : []),
    ...tokens.map(({ token, quantity, contract_address: contract, token_id: id }) =>
      send(
        contract,
        `Send ${token.name}`,
        sendData({ type: token.type, tokenId: id, from: wallet, to: there, quantity: BigInt(quantity) }),
      ),
    ),
    ...money.flatMap(({ currency, address, held, credit }) => {
      const what = `Send ${fromBaseUnits(held, currency.decimals)} ${currency.symbol}`;
      if (address === null) return keepsCoin ? [] : [send(there, what, '0x', held)];
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [there, held] });
      return [
        ...(credit > 0n ? [claimCreditStep(config, wallet, address, there)] : []),
        ...(held > 0n ? [send(address, what, data)] : []),
      ];
    }),
  ];
  return {
    tokens: tokens.map(({ token, quantity }) => ({ token, quantity: Number(quantity) })),
    hasMore: found.length > SEND_MAX,
    money: money.map(({ currency, held, credit }) => ({
      currency,
      amount: fromBaseUnits(held + credit, currency.decimals),
    })),
    hasOffers: has.offers,
    hasAuctions: has.auctions,
    keepsCoin: keepsCoin && money.some(({ address }) => address === null),
    steps: receiver === undefined ? [] : stepsTo(receiver),
  };
};
