import type { RpcAnswer } from '@skarb/schema/bundler';
import { numberToHex, type Hex } from 'viem';
import { entryPoint08Address } from 'viem/account-abstraction';
import { isChainAway } from '../../platform/chain/client.ts';
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

const answerOne = async (
  context: BundlerContext,
  { jsonrpc, id: given, method, params }: Record<string, unknown>,
  { perRequest, rateLimit, onFailure }: Options,
): Promise<RpcAnswer> => {
  const id = typeof given === 'string' || typeof given === 'number' ? given : null;
  try {
    await perRequest();
    if (jsonrpc !== '2.0' || typeof method !== 'string' || !Array.isArray(params ?? []))
      throw refuse('bundler.request');
    const run = METHODS.get(method);
    if (!run) throw refuse('bundler.method');
    return { jsonrpc: '2.0', id, result: await run(context, (params ?? []) as unknown[], rateLimit) };
  } catch (error) {
    const { rpcCode, code, message, ownFee } = toBundlerError(error, onFailure);
    const fee = ownFee && { ownFee: { to: ownFee.to, value: numberToHex(ownFee.value) } };
    return { jsonrpc: '2.0', id, error: { code: rpcCode, message, data: { code, ...fee } } };
  }
};

const toBundlerError = (error: unknown, onFailure: Options['onFailure']): BundlerError => {
  if (error instanceof BundlerError) return error;
  if (error instanceof AppError && error.status === 429) return refuse('bundler.tooMany');
  if (!(error instanceof AppError) && !isChainAway(error)) onFailure(error);
  return refuse('bundler.failed');
};

/** Answers JSON-RPC: one request, or a batch of at most twenty, one after the other. */
export const answerRpc = async (
  context: BundlerContext,
  body: Record<string, unknown> | Record<string, unknown>[],
  options: Options,
): Promise<RpcAnswer | RpcAnswer[]> => {
  if (!Array.isArray(body)) return answerOne(context, body, options);
  if (body.length === 0 || body.length > BATCH_MAX) {
    const { rpcCode, code, message } = refuse('bundler.batch');
    return { jsonrpc: '2.0', id: null, error: { code: rpcCode, message, data: { code } } };
  }
  const answers: RpcAnswer[] = [];
  for (const one of body) answers.push(await answerOne(context, one, options));
  return answers;
};
