import { collection1155Abi, collection721Abi, erc20Abi } from '@skarb/contracts/abi';
import type { Deployment } from '@skarb/contracts/deploy';
import { createPublicClient, http, type Address } from 'viem';

/** What the chain itself says, without asking the product. */
export const chainOf = (rpcUrl: string) => {
  const client = createPublicClient({ transport: http(rpcUrl) });
  return {
    client,
    balance: (currency: Address | null, of: Address): Promise<bigint> =>
      currency === null
        ? client.getBalance({ address: of })
        : client.readContract({ address: currency, abi: erc20Abi, functionName: 'balanceOf', args: [of] }),
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

/** The stack of this run, as `stack.setup.ts` left it in the environment. */
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
