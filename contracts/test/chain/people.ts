/** The accounts of the chain tests, always the same, and the setup that these tests share. */
import { type Address, toHex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { deployAll, type Deployment } from '../../script/deploy.ts';

const person = (addressIndex: number) =>
  mnemonicToAccount('test test test test test test test test test test test junk', { addressIndex });

export const [deployer, operator, fee, ann, bob, cyr, dan] = [
  person(0),
  person(1),
  person(2),
  person(3),
  person(4),
  person(5),
  person(6),
];
export const deployerKey = toHex(deployer.getHdKey().privateKey!);

/** Every contract of the marketplace on a fresh local chain. */
export const deployLocal = (rpcUrl: string): Promise<Deployment> =>
  deployAll({
    rpcUrl,
    chainId: 80001,
    deployerKey,
    operator: operator.address,
    feeRecipient: fee.address,
    local: true,
  });

export type MintRequest = {
  to: Address;
  tokenId: bigint;
  quantity: bigint;
  digest: `0x${string}`;
  royaltyBps: number;
  deadline: bigint;
};
/** Ann's signed mint request for a token in one of her collections. */
export const signMint = (collection: Address, message: MintRequest) =>
  ann.signTypedData({
    domain: { name: 'Skarb Collection', version: '1', chainId: 80001, verifyingContract: collection },
    types: {
      MintRequest: [
        { name: 'to', type: 'address' },
        { name: 'tokenId', type: 'uint256' },
        { name: 'quantity', type: 'uint256' },
        { name: 'digest', type: 'bytes32' },
        { name: 'royaltyBps', type: 'uint16' },
        { name: 'deadline', type: 'uint64' },
      ],
    },
    primaryType: 'MintRequest',
    message,
  });
