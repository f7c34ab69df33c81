import type { AccountSigner } from '../../../../../contracts/account/index.ts';
import { getAddress, getTypesForEIP712Domain, type Hex, serializeTypedData, type TypedDataDefinition } from 'viem';
import { type Eip1193Provider, toHexNumber } from '../eip1193.ts';

/**
 * A wallet that is a key of the account as its signer: it shows what it signs as typed data, nested in that of the account
 * (ERC-7739). Errors are the wallet's own.
 */
export const walletSigner = (provider: Eip1193Provider, key: Hex, chainId: number): AccountSigner => ({
  key,
  stub: `0x${'11'.repeat(64)}1b`,
  sign: async (data) => {
    // Wallets sign typed data for the chain that they are on only.
    if (Number(await provider.request({ method: 'eth_chainId' })) !== chainId)
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: toHexNumber(chainId) }] });
    const typed = data as TypedDataDefinition;
    const types = { EIP712Domain: getTypesForEIP712Domain({ domain: typed.domain }), ...typed.types };
    const text = serializeTypedData({ ...typed, types } as never);
    return (await provider.request({ method: 'eth_signTypedData_v4', params: [getAddress(key), text] })) as Hex;
  },
});
