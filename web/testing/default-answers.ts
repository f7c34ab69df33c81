import { accountEndpoints } from '@skarb/schema/account';
import { accountKeyEndpoints } from '@skarb/schema/account-key';
import { accountRecoveryEndpoints } from '@skarb/schema/account-recovery';
import { activityEndpoints } from '@skarb/schema/activity';
import { authEndpoints, walletEndpoints } from '@skarb/schema/auth';
import { breedingEndpoints } from '@skarb/schema/breeding';
import { collectionEndpoints } from '@skarb/schema/collection';
import { devEndpoints } from '@skarb/schema/dev';
import { frontPageEndpoints } from '@skarb/schema/front-page';
import { NOTIFICATION_KINDS } from '@skarb/schema/notification-kind';
import { notificationEndpoints } from '@skarb/schema/notification';
import { offerEndpoints } from '@skarb/schema/offer';
import { onrampEndpoints } from '@skarb/schema/onramp';
import { ownDataEndpoints } from '@skarb/schema/own-data';
import { priceEndpoints } from '@skarb/schema/price';
import { referenceEndpoints } from '@skarb/schema/reference';
import { statusEndpoints } from '@skarb/schema/status';
import { tokenEndpoints } from '@skarb/schema/token';
import { transactionEndpoints } from '@skarb/schema/transaction';
import { addressOf, CATEGORY, daysAgo, listOf, NETWORK, POL, USDC, WETH } from './examples.ts';
import { refuse, type ScriptedApi } from './scripted-api.ts';
import { Chain } from './scripted-chain.ts';

export { NETWORK };

const transactionOf = (txHash: string) => ({
  txHash,
  chainId: NETWORK.chainId,
  status: 'successful' as const,
  reason: null,
  code: null,
  blockNumber: 1001,
  isIndexed: true,
  createdAt: daysAgo(0),
});

/** The answers of an empty marketplace, for data that every page reads but the test is not about. */
export const defaultAnswers = (api: ScriptedApi): ScriptedApi =>
  api
    .answer(referenceEndpoints.categories, () => listOf([CATEGORY]))
    .answer(referenceEndpoints.networks, () => listOf([NETWORK]))
    .answer(referenceEndpoints.currencies, () => listOf([WETH, USDC, POL]))
    .answer(priceEndpoints.show, () => ({
      data: {
        eth: { usd: '2000', at: daysAgo(0), source: 'test' },
        pol: { usd: '0.5', at: daysAgo(0), source: 'test' },
        fiat: { USD: 1 as const, EUR: 0.9, UAH: 41 },
        at: daysAgo(0),
      },
    }))
    .answer(devEndpoints.contracts, () => ({
      data: {
        auctionHouse: addressOf(81),
        breeding: addressOf(82),
        collectionFactory: addressOf(83),
        weth: WETH.address as string,
      },
    }))
    .answer(authEndpoints.google, () => ({ data: null }))
    .answer(authEndpoints.refresh, () => refuse(401, 'auth.invalid'))
    .answer(accountEndpoints.twoFactor, () => ({ data: { recoveryCodesLeft: 10 } }))
    .answer(authEndpoints.logout, () => undefined)
    .answer(tokenEndpoints.list, () => listOf([]))
    .answer(tokenEndpoints.history, () => listOf([]))
    .answer(collectionEndpoints.list, () => listOf([]))
    .answer(collectionEndpoints.traits, () => ({ data: [], meta: { names: 0, ranked: 0 } }))
    .answer(activityEndpoints.list, () => listOf([]))
    .answer(frontPageEndpoints.show, () => ({
      data: { exhibitions: [], featured: null, endingSoon: [], newArtists: [], sales: [], collections: [] },
    }))
    .answer(offerEndpoints.list, () => listOf([]))
    .answer(offerEndpoints.history, () => listOf([]))
    .answer(onrampEndpoints.settings, () => ({ data: null }))
    .answer(onrampEndpoints.list, () => listOf([]))
    .answer(walletEndpoints.credit, () => ({ data: [] }))
    .answer(walletEndpoints.promised, () => ({ data: { promised: '0' } }))
    .answer(walletEndpoints.gasDrop, () => ({
      data: { status: 'REFUSED' as const, code: 'gasDrop.off' as const, amount: '0', txHash: null },
    }))
    .answer(breedingEndpoints.list, () => listOf([]))
    .answer(breedingEndpoints.terms, () => ({ data: null }))
    .answer(breedingEndpoints.family, () => ({ data: null }))
    .answer(notificationEndpoints.list, () => ({ ...listOf([]), meta: { ...listOf([]).meta, unreadItems: 0 } }))
    .answer(notificationEndpoints.settings, () => ({
      data: NOTIFICATION_KINDS.map((kind) => ({ kind, app: true, mail: true })),
    }))
    .answer(transactionEndpoints.follow, ({ body }) => ({ data: transactionOf(body.txHash) }))
    .answer(transactionEndpoints.show, ({ params }) => ({ data: transactionOf(params.txHash) }))
    .answer(statusEndpoints.health, () => ({ data: { ok: true as const } }))
    .answer(accountEndpoints.sessions, () => ({ data: [] }))
    .answer(accountKeyEndpoints.keys, () => ({ data: { address: null, isDeployed: false, keys: [] } }))
    .answer(accountRecoveryEndpoints.recovery, () => ({
      data: { isAvailable: false, isChosen: false, request: null },
    }))
    .answer(accountEndpoints.ways, () => ({ data: [] }))
    .answer(accountEndpoints.resetLink, () => ({ data: { ways: [], email: null } }))
    .answer(ownDataEndpoints.deletion, () => ({ data: { deletionAt: null, obstacles: [] } }));

/** The selector of `isApprovedForAll`. */
const IS_APPROVED = '0xe985e9c5';

/** An amount as one word of a contract's return data. */
export const word = (value: bigint): string => `0x${value.toString(16).padStart(64, '0')}`;

/**
 * A node at block 1000 on which every account has ten of every coin and has approved everything, and every transaction
 * succeeds.
 */
export const defaultChain = (): Chain =>
  new Chain({
    eth_chainId: () => `0x${NETWORK.chainId.toString(16)}`,
    eth_blockNumber: () => '0x3e8',
    eth_getBlockByNumber: () => ({
      number: '0x3e8',
      timestamp: `0x${Math.floor(Date.now() / 1000).toString(16)}`,
      transactions: [],
    }),
    eth_getBalance: () => '0x8ac7230489e80000',
    eth_call: ([{ data }]: readonly [{ data: string }]) => word(data.startsWith(IS_APPROVED) ? 1n : 10n ** 19n),
    eth_gasPrice: () => '0x3b9aca00',
    eth_getCode: () => '0x',
    eth_estimateGas: () => '0x186a0',
    eth_simulateV1: ([{ blockStateCalls }]: readonly [{ blockStateCalls: { calls: unknown[] }[] }]) => [
      { number: '0x3e9', calls: blockStateCalls[0]?.calls.map(() => ({ status: '0x1', gasUsed: '0x186a0' })) },
    ],
    eth_getTransactionCount: () => '0x1',
    eth_getTransactionReceipt: () => ({
      status: '0x1',
      blockNumber: '0x3e9',
      gasUsed: '0x186a0',
      effectiveGasPrice: '0x3b9aca00',
    }),
  });
