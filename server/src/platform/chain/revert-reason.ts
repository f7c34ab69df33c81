import {
  auctionHouseAbi,
  breedingAbi,
  collection1155Abi,
  collection721Abi,
  collectionFactoryAbi,
  localUsdcAbi,
  localWethAbi,
  offerZoneAbi,
  seaportAbi,
} from '@skarb/contracts/abi';
import { decodeErrorResult, numberToHex, toFunctionSelector, type AbiParameter, type Hex } from 'viem';
import { RpcError, type ChainClient } from './client.ts';
import { standardErrors } from './standard-errors.ts';

/**
 * The reason why a call fails: a stable code that the web app translates, and a sentence that says what to do next.
 */
export type Reason = { code: string; words: string };

const SENTENCES = {
  'chain.sold': 'It has been sold to somebody else meanwhile',
  'chain.cancelled': 'The offer has been cancelled meanwhile',
  'chain.partlySold': 'It has been sold to somebody else meanwhile, whole or in part: look at what is left',
  'chain.time': 'The offer has not started yet, or has ended',
  'chain.auctionsPaused': 'New auctions are paused at the moment. Sell at a fixed price, or try again later',
  'chain.auctionGone': 'This auction is not open any more: it was settled or cancelled. Reload the page',
  'chain.auctionHasBid':
    'Somebody has bid meanwhile, so the auction can no longer be changed or cancelled. Reload the page',
  'chain.auctionNotStarted': 'By the chain’s clock the auction has not started yet. Wait a moment and try again',
  'chain.auctionOver': 'By the chain’s clock the auction is over. Nothing was taken from you',
  'chain.auctionNotOver': 'By the chain’s clock the auction is not over yet. Wait a moment and try again',
  'chain.auctionMoved': 'The seller has moved the end while you were looking. Look at the new one and bid again',
  'chain.auctionTerms': 'The auction house refuses these terms. Check price, start and end: at most 90 days',
  'chain.bidTooLow': 'Somebody was quicker: your bid is too low now. Look at the next smallest bid and try again',
  'chain.bidTooHigh': 'The auction house cannot count a bid that high. Bid less',
  'chain.breedingPaused': 'Breeding is paused at the moment. Try again later',
  'chain.breedingClosed': 'The creator has closed this collection for breeding. Choose tokens of another one',
  'chain.notTokenOwner': 'The token belongs to another account now. Choose one of your own',
  'chain.noGenes': 'This token has no genes, so it cannot have children. Choose another one',
  'chain.hasGenes': 'The token has its genes already; they never change. Leave it out',
  'chain.sireGone':
    'This partner is no longer offered: it was used, withdrawn or sold, or the offer has ended. Choose another one',
  'chain.sireEnd': 'The offer would end in the past. Choose a later end',
  'chain.related': 'These two are too close: parent and child, siblings, or one and the same. Choose another partner',
  'chain.expecting': 'One of the two is expecting a child. Wait until it has hatched',
  'chain.resting': 'One of the two is still resting. Wait until its rest is over',
  'chain.wornOut': 'One of the two has been a parent seven times and cannot be one again. Choose another one',
  'chain.breedingDearer':
    'It costs more now than you were shown: nothing was paid. Look at the new price and try again',
  'chain.breedingNotReady': 'The marketplace has not drawn the next secrets yet. Try again in a minute',
  'chain.breedingOver':
    'This breeding has come to its end already: the child has hatched, or was lost. Reload the page',
  'chain.hatchTooEarly': 'By the chain’s clock the child cannot hatch yet. Wait a moment and try again',
  'chain.breedingLost':
    'The moment to fix the draw was missed, so there will be no child. The fee comes back when the breeding is closed; breed again when the two have rested',
  'chain.matronInAuction':
    'The carrying parent is being auctioned: the child waits for who wins. Try again when the auction is over',
  'chain.breedingNotLost': 'It is too early to give this child up. Wait: it is still expected to hatch',
  'chain.breedingTerms':
    'The breeding contract refuses these settings. Check fee, traits and genes; what was set once stays as it is',
  'chain.currencyFee': 'This currency takes a fee of its own, so it cannot be bid with. Use another currency',
  'chain.nothingHeld': 'Nothing is kept for you there any more: it was collected already',
  'chain.recipient': 'It cannot be sent to that address. Choose another one',
  'chain.signature': 'The signature of the offer is no longer valid: ask the owner to list it again',
  'chain.payment':
    'The transaction carries too little or too much of the native coin: start again from the offer’s page',
  'chain.notOwner': 'The seller does not hold it any more',
  'chain.notApproved': 'The permission to move it has been revoked',
  'chain.balance': 'There is not enough money in the wallet',
  'chain.allowance': 'The wallet has not allowed the marketplace to spend that much: approve first',
  'chain.frozen': 'The currency’s issuer has frozen one of the accounts: use another currency',
  'chain.receiver': 'The receiving contract does not accept NFTs: use another wallet',
  'chain.paymentRefused': 'One of the receivers could not be paid: nothing was moved',
  'chain.mintSignature': 'The mint request was not signed by the collection’s creator: sign it again',
  'chain.mintExpired': 'The mint request has ended: sign a new one',
  'chain.alreadyMinted': 'It has been minted already',
  'chain.notMinted': 'It has not been minted yet',
  'chain.notCreator': 'Only the collection’s creator may mint in it',
  'chain.mintTerms': 'The collection refuses this mint: check royalty, quantity and name',
  'chain.notAllowed': 'This account is not allowed to do that',
  'chain.cannotCancel': 'This order cannot be cancelled by this account',
  'chain.paused': 'The contract is paused by its owner: try again later',
  'chain.again': 'The contract was busy with another call: try again',
  'chain.malformed':
    'The contract did not understand the transaction: start again from the offer’s page, and tell us if it stays',
  'chain.outOfGas': 'The transaction ran out of gas: send it again with a higher gas limit',
  'chain.reverted': 'The contract refused the transaction without saying why',
} as const;
export type ReasonCode = keyof typeof SENTENCES;
const reason = (code: ReasonCode): Reason => ({ code, words: SENTENCES[code] });

/** The code of every error of Seaport, of our contracts and of the currencies. A test compares it with all ABIs. */
export const CODE_OF: Record<string, ReasonCode> = {
  // Seaport: errors that a buyer or seller can cause
  OrderAlreadyFilled: 'chain.sold',
  OrderIsCancelled: 'chain.cancelled',
  // A purchase of the whole order fails with this error when any part was sold, also for single tokens.
  OrderPartiallyFilled: 'chain.partlySold',
  InvalidTime: 'chain.time',
  NoSpecifiedOrdersAvailable: 'chain.sold',
  BadContractSignature: 'chain.signature',
  BadSignatureV: 'chain.signature',
  InvalidSignature: 'chain.signature',
  InvalidSigner: 'chain.signature',
  InsufficientNativeTokensSupplied: 'chain.payment',
  InvalidMsgValue: 'chain.payment',
  NativeTokenTransferGenericFailure: 'chain.paymentRefused',
  BadReturnValueFromERC20OnTransfer: 'chain.paymentRefused',
  TokenTransferGenericFailure: 'chain.paymentRefused',
  ERC1155BatchTransferGenericFailure: 'chain.notOwner',
  NoContract: 'chain.notMinted',
  NoReentrantCalls: 'chain.again',
  CannotCancelOrder: 'chain.cannotCancel',
  InvalidRestrictedOrder: 'chain.notAllowed',
  InvalidContractOrder: 'chain.notAllowed',
  ConsiderationNotMet: 'chain.payment',
  // Seaport: only a malformed call causes these
  BadFraction: 'chain.malformed',
  ConsiderationCriteriaResolverOutOfRange: 'chain.malformed',
  ConsiderationLengthNotEqualToTotalOriginal: 'chain.malformed',
  CriteriaNotEnabledForItem: 'chain.malformed',
  InexactFraction: 'chain.malformed',
  Invalid1155BatchTransferEncoding: 'chain.malformed',
  InvalidBasicOrderParameterEncoding: 'chain.malformed',
  InvalidCallToConduit: 'chain.malformed',
  InvalidConduit: 'chain.malformed',
  InvalidERC721TransferAmount: 'chain.malformed',
  InvalidFulfillmentComponentData: 'chain.malformed',
  InvalidNativeOfferItem: 'chain.malformed',
  InvalidProof: 'chain.malformed',
  MismatchedFulfillmentOfferAndConsiderationComponents: 'chain.malformed',
  MissingFulfillmentComponentOnAggregation: 'chain.malformed',
  MissingItemAmount: 'chain.malformed',
  MissingOriginalConsiderationItems: 'chain.malformed',
  OfferAndConsiderationRequiredOnFulfillment: 'chain.malformed',
  OfferCriteriaResolverOutOfRange: 'chain.malformed',
  OrderCriteriaResolverOutOfRange: 'chain.malformed',
  PartialFillsNotEnabledForOrder: 'chain.malformed',
  TStoreAlreadyActivated: 'chain.malformed',
  TStoreNotSupported: 'chain.malformed',
  TloadTestContractDeploymentFailed: 'chain.malformed',
  UnresolvedConsiderationCriteria: 'chain.malformed',
  UnresolvedOfferCriteria: 'chain.malformed',
  UnusedItemParameters: 'chain.malformed',
  // Collections
  TransferFromIncorrectOwner: 'chain.notOwner',
  InsufficientBalance: 'chain.notOwner',
  NotOwnerNorApproved: 'chain.notApproved',
  TokenDoesNotExist: 'chain.notMinted',
  TokenNotMinted: 'chain.notMinted',
  TokenAlreadyExists: 'chain.alreadyMinted',
  TokenIdOutOfRange: 'chain.mintTerms',
  TermsMissing: 'chain.receiver',
  PaymentNotAccepted: 'chain.malformed',
  EscrowMissing: 'chain.malformed',
  TokenAlreadyMinted: 'chain.alreadyMinted',
  TransferToNonERC721ReceiverImplementer: 'chain.receiver',
  TransferToNonERC1155ReceiverImplementer: 'chain.receiver',
  TransferToZeroAddress: 'chain.malformed',
  AccountBalanceOverflow: 'chain.malformed',
  ArrayLengthsMismatch: 'chain.malformed',
  BalanceQueryForZeroAddress: 'chain.malformed',
  InvalidMintSignature: 'chain.mintSignature',
  MintRequestExpired: 'chain.mintExpired',
  NotCreator: 'chain.notCreator',
  NotFactory: 'chain.notCreator',
  CreatorMissing: 'chain.mintTerms',
  DigestMissing: 'chain.mintTerms',
  NameLengthNotAllowed: 'chain.mintTerms',
  QuantityNotAllowed: 'chain.mintTerms',
  RoyaltyTooHigh: 'chain.mintTerms',
  // The zone
  NotOperator: 'chain.notAllowed',
  OwnableInvalidOwner: 'chain.notAllowed',
  OwnableUnauthorizedAccount: 'chain.notAllowed',
  OwnershipNotRenounceable: 'chain.notAllowed',
  SeaportMissing: 'chain.malformed',
  // The auction house
  AuctionsPaused: 'chain.auctionsPaused',
  AuctionNotOpen: 'chain.auctionGone',
  AuctionHasBid: 'chain.auctionHasBid',
  AuctionNotStarted: 'chain.auctionNotStarted',
  AuctionOver: 'chain.auctionOver',
  AuctionNotOver: 'chain.auctionNotOver',
  EndLaterThanSeen: 'chain.auctionMoved',
  CurrencyNotAllowed: 'chain.auctionTerms',
  StartNotAllowed: 'chain.auctionTerms',
  EndNotAllowed: 'chain.auctionTerms',
  RaiseNotAllowed: 'chain.auctionTerms',
  ReservePriceNotAllowed: 'chain.auctionTerms',
  BidTooLow: 'chain.bidTooLow',
  BidTooHigh: 'chain.bidTooHigh',
  BidNotReceived: 'chain.currencyFee',
  CreditMissing: 'chain.nothingHeld',
  TokenNotHeld: 'chain.nothingHeld',
  RecipientNotAllowed: 'chain.recipient',
  NotClaimant: 'chain.notAllowed',
  NotSeller: 'chain.notAllowed',
  FeeTooHigh: 'chain.notAllowed',
  // A call that is allowed to fail on its own did not have enough gas.
  GasTooLow: 'chain.outOfGas',
  AddressEmptyCode: 'chain.malformed',
  BatchNotAccepted: 'chain.malformed',
  CurrencyMissing: 'chain.malformed',
  FailedCall: 'chain.receiver',
  QuantityMissing: 'chain.malformed',
  RequestMalformed: 'chain.malformed',
  SellerMissing: 'chain.malformed',
  // Breeding
  BreedingPaused: 'chain.breedingPaused',
  NotOpen: 'chain.breedingClosed',
  MinterMissing: 'chain.breedingClosed',
  NotTokenOwner: 'chain.notTokenOwner',
  NotEnrolled: 'chain.noGenes',
  AlreadyEnrolled: 'chain.hasGenes',
  NoSiringOffer: 'chain.sireGone',
  SiringEndNotAllowed: 'chain.sireEnd',
  SameToken: 'chain.related',
  Related: 'chain.related',
  Expecting: 'chain.expecting',
  Resting: 'chain.resting',
  WornOut: 'chain.wornOut',
  CostTooHigh: 'chain.breedingDearer',
  NoCommitment: 'chain.breedingNotReady',
  NotExpecting: 'chain.breedingOver',
  NotReady: 'chain.hatchTooEarly',
  BlockNotMined: 'chain.hatchTooEarly',
  BlockMissed: 'chain.breedingLost',
  InAuction: 'chain.matronInAuction',
  NotLost: 'chain.breedingNotLost',
  // Only a wrong setup of a collection, operator or contract causes these
  CollectionNotOurs: 'chain.breedingTerms',
  TermsFixed: 'chain.breedingTerms',
  TraitsNotAllowed: 'chain.breedingTerms',
  BaseFeeTooHigh: 'chain.breedingTerms',
  GenesNotAllowed: 'chain.breedingTerms',
  TokenIdTooHigh: 'chain.breedingTerms',
  LengthsDiffer: 'chain.malformed',
  SecretNotCommitted: 'chain.malformed',
  InvalidBirthSignature: 'chain.malformed',
  OperatorMissing: 'chain.malformed',
  RootMissing: 'chain.malformed',
  CommitTooEarly: 'chain.malformed',
  BatchInUse: 'chain.malformed',
  ContractMissing: 'chain.malformed',
  // Currencies
  ERC20InsufficientAllowance: 'chain.allowance',
  ERC20InsufficientBalance: 'chain.balance',
  ERC20InvalidApprover: 'chain.malformed',
  ERC20InvalidReceiver: 'chain.malformed',
  ERC20InvalidSender: 'chain.malformed',
  ERC20InvalidSpender: 'chain.malformed',
  AccountBlacklisted: 'chain.frozen',
  NotDepositor: 'chain.notAllowed',
  NotMinter: 'chain.notAllowed',
  InvalidAccountNonce: 'chain.signature',
  InvalidPermitSignature: 'chain.signature',
  PermitExpired: 'chain.signature',
  InvalidShortString: 'chain.malformed',
  StringTooLong: 'chain.malformed',
  // Third-party tokens and conduits (standard-errors.ts)
  ERC721InvalidOwner: 'chain.malformed',
  ERC721NonexistentToken: 'chain.notMinted',
  ERC721IncorrectOwner: 'chain.notOwner',
  ERC721InvalidSender: 'chain.notOwner',
  ERC721InvalidReceiver: 'chain.receiver',
  ERC721InsufficientApproval: 'chain.notApproved',
  ERC721InvalidApprover: 'chain.notAllowed',
  ERC721InvalidOperator: 'chain.malformed',
  ERC1155InsufficientBalance: 'chain.notOwner',
  ERC1155InvalidSender: 'chain.notOwner',
  ERC1155InvalidReceiver: 'chain.receiver',
  ERC1155MissingApprovalForAll: 'chain.notApproved',
  ERC1155InvalidApprover: 'chain.notAllowed',
  ERC1155InvalidOperator: 'chain.malformed',
  ERC1155InvalidArrayLength: 'chain.malformed',
  SafeERC20FailedOperation: 'chain.paymentRefused',
  EnforcedPause: 'chain.paused',
  ReentrancyGuardReentrantCall: 'chain.again',
  Reentrancy: 'chain.again',
  Unauthorized: 'chain.notAllowed',
  TransferFailed: 'chain.paymentRefused',
  TransferFromFailed: 'chain.paymentRefused',
  InsufficientAllowance: 'chain.allowance',
  ETHTransferFailed: 'chain.paymentRefused',
  ChannelClosed: 'chain.notApproved',
  ChannelStatusAlreadySet: 'chain.malformed',
  InvalidItemType: 'chain.malformed',
  InvalidController: 'chain.malformed',
};

type ErrorItem = { type: 'error'; name: string; inputs: readonly AbiParameter[] };
const signatureOf = ({ name, inputs }: ErrorItem) => `${name}(${inputs.map((input) => input.type).join(',')})`;
/** Every contract that our transactions call. A contract that is added needs a code for each of its errors. */
const CALLED_ABIS = [
  seaportAbi,
  collection721Abi,
  collection1155Abi,
  collectionFactoryAbi,
  offerZoneAbi,
  auctionHouseAbi,
  breedingAbi,
  localWethAbi,
  localUsdcAbi,
  standardErrors,
] as const;
/** Every custom error that our transactions can cause, by its selector. */
export const KNOWN_ERRORS: ReadonlyMap<Hex, ErrorItem> = new Map(
  CALLED_ABIS.flat()
    .filter((item) => item.type === 'error')
    .map((item) => [toFunctionSelector(signatureOf(item as unknown as ErrorItem)), item as unknown as ErrorItem]),
);

const STANDARD_ERRORS = [
  { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] },
  { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] },
] as const;

/** Older tokens, such as Polygon's WETH and USDC, revert with a message. */
const ofSentence = (message: string): Reason => {
  // Tokens before currencies: ERC-1155's "insufficient balance" is about the NFT, not about money.
  if (/not (token )?owner (n?or|or) approved|not approved/i.test(message)) return reason('chain.notApproved');
  if (/incorrect owner|ERC1155: insufficient balance|not own/i.test(message)) return reason('chain.notOwner');
  if (/invalid token id|nonexistent token/i.test(message)) return reason('chain.notMinted');
  if (/non[- ]?ERC(721|1155)(Token)?[- ]?Receiver|ERC1155Receiver rejected/i.test(message))
    return reason('chain.receiver');
  if (/paused/i.test(message)) return reason('chain.paused');
  if (/exceeds allowance|insufficient allowance/i.test(message)) return reason('chain.allowance');
  if (/exceeds balance|insufficient balance/i.test(message)) return reason('chain.balance');
  if (/blacklist/i.test(message)) return reason('chain.frozen');
  return reason('chain.reverted');
};

/** Returns the reason for a contract's revert data. Never throws: unknown data gives `chain.reverted`. */
export const readRevert = (data: Hex | undefined): Reason => {
  if (!data || data === '0x') return reason('chain.reverted');
  const known = KNOWN_ERRORS.get(data.slice(0, 10).toLowerCase() as Hex);
  if (known) return reason(CODE_OF[known.name] ?? 'chain.reverted');
  try {
    const { errorName, args } = decodeErrorResult({ abi: STANDARD_ERRORS, data });
    return errorName === 'Error' ? ofSentence(args[0]) : reason('chain.malformed');
  } catch {
    return reason('chain.reverted');
  }
};
export const OUT_OF_GAS = reason('chain.outOfGas');

/** Returns the reason for a failed call's error; undefined when the node did not run the call. */
export const readCallError = (error: unknown): Reason | undefined => {
  if (!(error instanceof RpcError)) return undefined;
  if (error.data) return readRevert(error.data);
  if (/insufficient funds|out of fund|insufficient balance|exceeds balance/i.test(error.message))
    return reason('chain.balance');
  if (/out of ?gas/i.test(error.message)) return OUT_OF_GAS;
  return error.code === 3 || /revert/i.test(error.message) ? reason('chain.reverted') : undefined;
};

export type Call = { from: string; to: string; data: Hex; value?: bigint };

/**
 * Simulates a call.
 * @param block a number, or 'latest'
 * @returns undefined when it passes, else the reason
 * @throws when the node is unavailable or does not run the call
 */
export const tryCall = async (
  chain: Pick<ChainClient, 'rpc'>,
  call: Call,
  block: bigint | 'latest' = 'latest',
): Promise<Reason | undefined> => {
  const { from, to, data, value = 0n } = call;
  try {
    await chain.rpc('eth_call', [
      { from, to, data, value: numberToHex(value) },
      typeof block === 'bigint' ? numberToHex(block) : block,
    ]);
    return undefined;
  } catch (error) {
    const why = readCallError(error);
    if (!why) throw error;
    return why;
  }
};
