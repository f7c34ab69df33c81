/** What the marketplace pays for: the operations of a registered user's own smart account that make these calls only. */
import {
  auctionHouseAbi,
  breedingAbi,
  collection1155Abi,
  collection721Abi,
  collectionFactoryAbi,
  erc20Abi,
  offerZoneAbi,
  seaportAbi,
  smartAccountAbi,
} from '@skarb/contracts/abi';
import { decodeFunctionData, zeroAddress, type Abi, type Address, type Hex } from 'viem';
import { isAcceptedKey } from './account.key.rules.ts';
import { lower } from '../../platform/chain/address.ts';

const words = (text: string): readonly string[] => text.split(' ');
/** The functions that people call. All others belong to owners, to the operator or to contracts. */
const SEAPORT = words(
  'fulfillBasicOrder fulfillBasicOrder_efficient_6GL6yc fulfillAdvancedOrder fulfillAvailableAdvancedOrders matchAdvancedOrders cancel incrementCounter validate',
);
const HOUSE = words('bid cancel claimCredit claimToken edit settle');
const BREEDING = words('breed claim close enrol hatch keep lose offerSiring open setBaseFee withdrawSiring');
const COLLECTION = words(
  'approve setApprovalForAll setMinter mint mintWithRequest transferFrom safeTransferFrom safeBatchTransferFrom',
);
const COLLECTION_ABI = [...collection721Abi, ...collection1155Abi];
const ACCOUNT = words('addKey removeKey setGuardian cancelRecovery finishRecovery');

/** All addresses in lower case. */
export type SponsorFacts = {
  account: Address;
  contracts: Record<
    'seaport' | 'auctionHouse' | 'breeding' | 'collectionFactory' | 'offerZone' | 'passkeyVerifier',
    Address
  >;
  /** The marketplace's currencies. */
  currencies: ReadonlySet<string>;
  /** Contracts of the marketplace's collections, also those that the operation creates. */
  collections: ReadonlySet<string>;
  /** Those targets that have no code, or a smart account's: a payment to them runs no code of others. */
  coinReceivers: ReadonlySet<string>;
};
export type Call = { to: Address; value: bigint; data: Hex };

/** @returns whether the marketplace pays for this call. `to` is not zero: that would be the account itself. */
const isPaidFor = ({ to, value, data }: Call, { account, contracts, ...known }: SponsorFacts): boolean => {
  // Native coin, to wallets only.
  if (data === '0x') return value > 0n && known.coinReceivers.has(to) && to !== account;
  const made = (abi: Abi, names: readonly string[]) => decodeKnown(abi, names, data);
  if (to === contracts.seaport) {
    const call = made(seaportAbi, SEAPORT);
    const tokens = fieldsOf(call?.args, TOKEN_FIELD);
    const zones = fieldsOf(call?.args, ZONE_FIELD);
    // Seaport calls the tokens and the zone of an order: those of third parties could run anything.
    return (
      call !== undefined &&
      tokens.every((token) => token === zeroAddress || known.currencies.has(token) || known.collections.has(token)) &&
      zones.every((zone) => zone === zeroAddress || zone === contracts.offerZone)
    );
  }
  // Nothing else accepts native coin.
  if (value !== 0n) return false;
  const isOurs = (operator: unknown) =>
    [contracts.seaport, contracts.auctionHouse, contracts.breeding].includes(lower(String(operator)));
  if (to === contracts.collectionFactory) return made(collectionFactoryAbi, ['create', 'createAndMint']) !== undefined;
  if (to === contracts.offerZone) return made(offerZoneAbi, ['cancel']) !== undefined;
  if (to === contracts.auctionHouse) return made(auctionHouseAbi, HOUSE) !== undefined;
  if (to === contracts.breeding) return made(breedingAbi, BREEDING) !== undefined;
  if (to === account) {
    const call = made(smartAccountAbi, ACCOUNT);
    return call?.name === 'addKey' ? isAcceptedKey(call.args[0] as Hex, contracts) : call !== undefined;
  }
  if (known.currencies.has(to)) {
    const call = made(erc20Abi, ['approve', 'transfer']);
    return call?.name === 'approve' ? isOurs(call.args[0]) : call !== undefined;
  }
  if (known.collections.has(to)) {
    const call = made(COLLECTION_ABI, COLLECTION);
    const isPermission = call?.name === 'approve' || call?.name === 'setApprovalForAll' || call?.name === 'setMinter';
    return isPermission ? isOurs(call.args[0]) : call !== undefined;
  }
  return false;
};

/** @returns the place of the first call that the marketplace does not pay for; undefined when it pays for all */
export const firstUnpaidCall = (calls: readonly Call[], facts: SponsorFacts): number | undefined => {
  const index = calls.findIndex((call) => !isPaidFor(call, facts));
  return index < 0 ? undefined : index;
};

/** What these calls pay the operator in native coin: an operation may pay its own network fee. */
export const refundIn = (calls: readonly Call[], operator: Address): bigint =>
  calls.reduce((sum, { to, value, data }) => (to === operator && data === '0x' ? sum + value : sum), 0n);

const TOKEN_FIELD = /^(token|offerToken|considerationToken)$/;
const ZONE_FIELD = /^zone$/;
/** The addresses in the named fields of decoded arguments, at any depth, in lower case. */
const fieldsOf = (value: unknown, name: RegExp): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
        typeof part === 'string' && name.test(key) ? [part.toLowerCase()] : fieldsOf(part, name),
      )
    : [];

/** The contracts that these calls name as their targets and as the tokens of Seaport's orders. */
export const contractsNamedBy = (calls: readonly Call[], { seaport }: { seaport: Address }): string[] =>
  calls.flatMap(({ to, data }) => [
    to,
    ...(to === seaport ? fieldsOf(decodeKnown(seaportAbi, SEAPORT, data)?.args, TOKEN_FIELD) : []),
  ]);

/** The call of one of these functions; undefined for another one, and for arguments that do not decode. */
const decodeKnown = (abi: Abi, names: readonly string[], data: Hex) => {
  try {
    const { functionName, args = [] } = decodeFunctionData({ abi, data });
    return names.includes(functionName) ? { name: functionName, args: args as readonly unknown[] } : undefined;
  } catch {
    return undefined;
  }
};
