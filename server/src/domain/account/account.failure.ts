import type { PayReason } from '@skarb/schema/primitive';
import type { Address } from 'viem';

/** The error codes of ERC-4337's bundlers (ERC-7769) and of JSON-RPC that we use. */
const RPC = {
  parse: -32700,
  request: -32600,
  method: -32601,
  params: -32602,
  internal: -32603,
  limit: -32005,
  validation: -32500,
  notPaid: -32504,
  execution: -32521,
} as const;
type RpcKind = keyof typeof RPC;

const PAY_YOURSELF =
  'You can pay the network fee yourself: send the operation with a gas price through any other bundler';
const PAY_HERE =
  'You can pay the network fee yourself: add the call of data.ownFee, native coin to the operator, to the operation';

/** What a bundler's client reads, with what to do next. The web app has the same in both languages, by the code. */
const SENTENCES = {
  'bundler.json': ['parse', 'The body is not JSON'],
  'bundler.request': ['request', 'This is no request of JSON-RPC 2.0'],
  'bundler.batch': ['request', 'A batch has one to twenty requests'],
  'bundler.method': ['method', 'This bundler does not know the method'],
  'bundler.params': ['params', 'The parameters are not an operation of EntryPoint 0.8 in the form of ERC-7769'],
  'bundler.hash': ['params', 'The hash of an operation has 32 bytes'],
  'bundler.entryPoint': ['params', 'Only EntryPoint 0.8 is served here: see eth_supportedEntryPoints'],
  'bundler.price': ['notPaid', `Set maxFeePerGas and maxPriorityFeePerGas to 0: the marketplace pays. ${PAY_YOURSELF}`],
  'bundler.paymaster': ['notPaid', 'The marketplace pays without a paymaster: leave its fields out'],
  'bundler.gas': ['notPaid', `The operation asks for more gas than is paid for. ${PAY_YOURSELF}`],
  'bundler.callData': [
    'notPaid',
    'Only plain batches of calls are paid for: execute() of ERC-7821 without further data',
  ],
  'bundler.call': [
    'notPaid',
    `The marketplace pays for calls to its own contracts, Seaport, its currencies and the account's keys only. ${PAY_YOURSELF}`,
  ],
  'bundler.account': [
    'notPaid',
    'The marketplace pays for the smart account of a registered user. Sign in with it first',
  ],
  'bundler.blocked': ['notPaid', 'An admin has blocked this account'],
  'bundler.contract': ['notPaid', `The sender is not one of the marketplace's smart accounts. ${PAY_YOURSELF}`],
  'bundler.key': [
    'notPaid',
    'Sign with a passkey or with the own key of a wallet: signatures that other contracts verify are not paid for',
  ],
  'bundler.factory': ['notPaid', "The factory's call does not make this account: use the marketplace's factory"],
  'bundler.deployed': ['validation', 'AA10 the account exists already: sign the operation again without its factory'],
  'bundler.notDeployed': [
    'validation',
    'AA20 the account does not exist yet: sign the operation again with its factory',
  ],
  'bundler.busy': ['validation', 'An earlier operation of this account is still on its way: wait until it is done'],
  'bundler.refused': ['validation', 'The account refuses the operation: sign it again'],
  'bundler.dropped': ['validation', 'The operation could not be executed and was given up: sign it again'],
  'bundler.failed': ['internal', 'The bundler could not answer: try again'],
  'bundler.coin': [
    'validation',
    'The account has less native coin than the operation sends, its own network fee included',
  ],
  'bundler.tooMany': ['limit', 'Too many requests: wait a little and try again'],
  'operator.off': ['notPaid', `The marketplace pays no network fees at the moment. ${PAY_YOURSELF}`],
  'operator.empty': ['notPaid', `The marketplace cannot pay network fees at the moment. ${PAY_YOURSELF}`],
  'operator.dayBudget': ['notPaid', `Today's budget for network fees is used up: try again tomorrow. ${PAY_HERE}`],
  'operator.accountBudget': [
    'notPaid',
    `Your budget for network fees of today is used up: try again tomorrow. ${PAY_HERE}`,
  ],
  'operator.dutyBudget': ['notPaid', `Today's budget for network fees is used up: try again tomorrow. ${PAY_YOURSELF}`],
  'operator.tooDear': ['notPaid', `The operation needs more gas than is paid for. ${PAY_YOURSELF}`],
  'operator.refused': ['validation', 'The entry point refused the operation: sign it again'],
} as const satisfies Record<`bundler.${string}` | PayReason, readonly [RpcKind, string]>;
export type BundlerCode = keyof typeof SENTENCES;
const isBundlerCode = (code: string): code is BundlerCode => code in SENTENCES;

/** A call that pays an operation's network fee: native coin to the operator, in wei. */
export type OwnFee = { to: Address; value: bigint };

/** An error with a JSON-RPC answer. */
export class BundlerError extends Error {
  override name = 'BundlerError';
  constructor(
    readonly rpcCode: number,
    readonly code: string,
    message: string,
    /** With this call in its batch, the operation would be sent. */
    readonly ownFee?: OwnFee,
  ) {
    super(message);
  }
}

/** @param detail what the code is about, in the terms of the client's request */
export const refuse = (code: BundlerCode, detail?: string, ownFee?: OwnFee): BundlerError => {
  const [kind, sentence] = SENTENCES[code];
  return new BundlerError(RPC[kind], code, detail ? `${sentence} (${detail})` : sentence, ownFee);
};
/** A call of the operation that would fail. */
export const revertsWith = ({ code, words }: { code: string; words: string }): BundlerError =>
  new BundlerError(RPC.execution, code, words);
/** What was given up after it was accepted. */
export const droppedBecause = (code: string): BundlerError =>
  isBundlerCode(code) ? refuse(code) : new BundlerError(RPC.validation, code, SENTENCES['bundler.dropped'][1]);
