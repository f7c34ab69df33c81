import type { RpcAnswer } from '@skarb/schema/bundler';
import { numberToHex, type Hex } from 'viem';
import { entryPoint08Address } from 'viem/account-abstraction';
import { isChainUnavailable } from '../../platform/chain/client.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { RateLimit } from '../../platform/http/rate-limit.ts';
import {
  estimateOperation,
  readOperation,
  readOperationReceipt,
  sendOperation,
  type BundlerContext,
} from './account.bundler.service.ts';
import { BundlerError, refuse } from './account.failure.ts';

const BATCH_MAX = 20;

type Options = {
  /** Counts one request. @throws AppError 429 */
  perRequest: () => Promise<void>;
  rateLimit: RateLimit;
  /** Gets errors that are the server's own. */
  onFailure: (error: unknown) => void;
};

type Method = (context: BundlerContext, params: readonly unknown[], rateLimit: RateLimit) => Promise<unknown>;
const METHODS = new Map<string, Method>([
  ['eth_sendUserOperation', sendOperation],
  ['eth_estimateUserOperationGas', estimateOperation],
  ['eth_getUserOperationReceipt', (context, params) => readOperationReceipt(context, readHash(params))],
  ['eth_getUserOperationByHash', (context, params) => readOperation(context, readHash(params))],
  ['eth_supportedEntryPoints', async ({ config }) => (config.accounts ? [entryPoint08Address] : [])],
  ['eth_chainId', async ({ config }) => numberToHex(config.chain.id)],
]);

const readHash = ([hash]: readonly unknown[]): Hex => {
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash)) throw refuse('bundler.hash');
  return hash.toLowerCase() as Hex;
};

type Id = string | number | null;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isId = (value: unknown): value is Id => value === null || typeof value === 'string' || typeof value === 'number';

/** A refusal in the form of JSON-RPC. Its id is null where the request has none that could be read. */
const refusalOf = ({ rpcCode, code, message, ownFee }: BundlerError, id: Id = null): RpcAnswer => {
  const fee = ownFee && { ownFee: { to: ownFee.to, value: numberToHex(ownFee.value) } };
  return { jsonrpc: '2.0', id, error: { code: rpcCode, message, data: { code, ...fee } } };
};
/** The answer to a body that is no JSON, or none of JSON-RPC. */
export const refuseBody = (code: 'bundler.json' | 'bundler.request'): RpcAnswer => refusalOf(refuse(code));

/** @returns undefined for a notification: a request without an id gets no answer, not even if it fails */
const answerOne = async (
  context: BundlerContext,
  given: unknown,
  { perRequest, rateLimit, onFailure }: Options,
): Promise<RpcAnswer | undefined> => {
  const request = isRecord(given) ? given : {};
  const { jsonrpc, method, id = null } = request;
  const params = request.params ?? [];
  const isRequest = jsonrpc === '2.0' && typeof method === 'string' && typeof params === 'object' && isId(id);
  const isNotification = isRequest && !('id' in request);
  try {
    await perRequest();
    if (!isRequest) throw refuse('bundler.request');
    const run = METHODS.get(method);
    if (!run) throw refuse('bundler.method');
    // By name they are JSON-RPC, too, but no method here has names for them.
    if (!Array.isArray(params)) throw refuse('bundler.params');
    const result = await run(context, params, rateLimit);
    return isNotification ? undefined : { jsonrpc: '2.0', id, result };
  } catch (error) {
    return isNotification ? undefined : refusalOf(toBundlerError(error, onFailure), isId(id) ? id : null);
  }
};

const toBundlerError = (error: unknown, onFailure: Options['onFailure']): BundlerError => {
  if (error instanceof BundlerError) return error;
  if (error instanceof AppError && error.status === 429) return refuse('bundler.tooMany');
  if (!(error instanceof AppError) && !isChainUnavailable(error)) onFailure(error);
  return refuse('bundler.failed');
};

/**
 * Answers JSON-RPC: one request, or a batch of at most twenty, one after the other.
 * @returns undefined if nothing is to be answered
 */
export const answerRpc = async (
  context: BundlerContext,
  body: unknown,
  options: Options,
): Promise<RpcAnswer | RpcAnswer[] | undefined> => {
  if (!Array.isArray(body)) return answerOne(context, body, options);
  if (body.length === 0 || body.length > BATCH_MAX) return refusalOf(refuse('bundler.batch'));
  const answers: RpcAnswer[] = [];
  for (const one of body) {
    const answer = await answerOne(context, one, options);
    if (answer) answers.push(answer);
  }
  return answers.length > 0 ? answers : undefined;
};
