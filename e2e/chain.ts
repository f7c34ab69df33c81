import { collection1155Abi, collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import type { Deployment } from '@skarb/contracts/deploy';
import { receiptOf } from '@skarb/contracts/mined';
import { createPublicClient, http, isAddressEqual, parseEventLogs, type Address, type Hex } from 'viem';

type Call = { type: string; from: Address; to: Address; value?: Hex; error?: string; calls?: Call[] };
type Payment = { from: Address; to: Address; value: bigint };
/** The transfers of native coins within a call and its inner calls. */
const coinsIn = ({ type, from, to, value, error, calls = [] }: Call): Payment[] =>
  error ? [] : [...(type === 'CALL' && value ? [{ from, to, value: BigInt(value) }] : []), ...calls.flatMap(coinsIn)];

/** Reads the chain directly, without the API. */
export const chainOf = (rpcUrl: string) => {
  const client = createPublicClient({ transport: http(rpcUrl) });
  return {
    client,
    balance: (currency: Address | null, of: Address): Promise<bigint> =>
      currency === null
        ? client.getBalance({ address: of })
        : client.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
    /**
     * What one transaction paid to (positive) or took from (negative) each party in a currency, without gas fees. Read
     * from the transaction itself: other tests' sales also change the marketplace's balance.
     */
    moved: async (hash: Hex | undefined, currency: Address | null, parties: readonly Address[]): Promise<bigint[]> => {
      if (!hash) throw new Error('no transaction was sent');
      const { logs } = await receiptOf(client, hash);
      const payments = currency
        ? parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
            .filter(({ address }) => isAddressEqual(address, currency))
            .map(({ args }) => args)
        : coinsIn(
            (await client.request({
              method: 'debug_traceTransaction',
              params: [hash, { tracer: 'callTracer' }],
            } as never)) as Call,
          );
      return parties.map((party) =>
        payments.reduce(
          (sum, { from, to, value }) =>
            sum + (isAddressEqual(to, party) ? value : 0n) - (isAddressEqual(from, party) ? value : 0n),
          0n,
        ),
      );
    },
    ownerOf: (contract: Address, tokenId: string) =>
      client.readContract({
        address: contract,
        abi: collection721Abi,
        functionName: 'ownerOf',
        args: [BigInt(tokenId)],
      }),
    unitsOf: (contract: Address, tokenId: string, owner: Address) =>
      client.readContract({
        address: contract,
        abi: collection1155Abi,
        functionName: 'balanceOf',
        args: [owner, BigInt(tokenId)],
      }),
  };
};

/** The stack of this run, from the environment variables that `stack.setup.ts` sets. */
export const stack = () => {
  const need = (name: string) => {
    const value = process.env[name];
    if (!value) throw new Error(`${name} is not set: is the stack running?`);
    return value;
  };
  return {
    url: need('E2E_URL'),
    apiUrl: `${need('E2E_URL')}/api`,
    rpcUrl: need('E2E_RPC_URL'),
    deployment: JSON.parse(need('E2E_DEPLOYMENT')) as Deployment,
  };
};
