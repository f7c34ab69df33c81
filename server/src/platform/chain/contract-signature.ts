import { encodeFunctionData, numberToHex, parseAbi, type Address, type Hex } from 'viem';
import { RpcError, type ChainClient } from './client.ts';

const abi = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
const MAGIC = '0x1626ba7e';
/** More than multi-signature wallets need; a wallet that burns it all costs the node only a few milliseconds. */
const SIGNATURE_GAS = 1_000_000n;

/**
 * Whether a contract wallet accepts the signature now (ERC-1271). Any other return value and any failure of the call mean
 * no.
 * @throws when the node is unavailable or reports an internal error
 */
export const isTakenByContract = async (
  chain: Pick<ChainClient, 'rpc'>,
  account: Address,
  hash: Hex,
  signature: Hex,
): Promise<boolean> => {
  const data = encodeFunctionData({ abi, functionName: 'isValidSignature', args: [hash, signature] });
  try {
    const answer = await chain.rpc<Hex>('eth_call', [{ to: account, data, gas: numberToHex(SIGNATURE_GAS) }, 'latest']);
    return answer.length >= 66 && answer.startsWith(MAGIC);
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    // A call that fails on chain means no; an error such as an exhausted quota does not.
    if (error.code === 3 || error.data || /revert|opcode|gas|stack|jump|exceed.*code|invalid/i.test(error.message))
      return false;
    throw error;
  }
};
