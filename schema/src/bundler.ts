import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { address } from './primitive.ts';

/**
 * A request of JSON-RPC 2.0. Everything about it is checked by the call, whose refusals are JSON-RPC errors, since the
 * clients of this call are those of ERC-4337.
 */
const rpcRequest = z.record(z.string(), z.unknown());
const rpcAnswer = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.string(), z.number(), z.null()]),
  result: z.unknown().optional(),
  /**
   * `data.code` is a stable code, which the web app translates. `data.ownFee`: with this call, native coin to the operator, the
   * account pays for the operation itself.
   */
  error: z
    .object({
      code: z.number().int(),
      message: z.string(),
      data: z.object({ code: z.string(), ownFee: z.object({ to: address, value: z.string() }).optional() }),
    })
    .optional(),
});
export type RpcAnswer = z.infer<typeof rpcAnswer>;

/** A bundler of ERC-4337 that pays the gas: for any of its clients, without signing in, since operations are signed. */
export const bundlerEndpoints = {
  call: endpoint({
    method: 'POST',
    path: '/bundler',
    summary:
      'JSON-RPC of ERC-4337 for EntryPoint 0.8 (`eth_sendUserOperation`, `eth_estimateUserOperationGas`, `eth_getUserOperationReceipt`, `eth_getUserOperationByHash`, `eth_supportedEntryPoints`, `eth_chainId`): the marketplace pays for operations at gas price 0 of its users’ smart accounts, within limits',
    access: 'public',
    changesNothingPublic: true,
    body: z.union([rpcRequest, z.array(z.unknown())]),
    response: z.union([rpcAnswer, z.array(rpcAnswer)]),
  }),
};
