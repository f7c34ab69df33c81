/** EIP-712 types of a mint request (ICollection.sol), which a creator signs so that anyone can send it. */
export const MINT_TYPES = {
  MintRequest: [
    { name: 'to', type: 'address' },
    { name: 'tokenId', type: 'uint256' },
    { name: 'quantity', type: 'uint256' },
    { name: 'digest', type: 'bytes32' },
    { name: 'royaltyBps', type: 'uint16' },
    { name: 'deadline', type: 'uint64' },
  ],
};
