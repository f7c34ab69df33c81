// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title SecretTree
/// @dev A Merkle tree of 1,024 secrets in the order of their ids. The path follows from the id alone (pairs are not sorted),
/// so each id has exactly one leaf: with two secrets for one id the operator could choose between
/// them after the block is known. script/secret-tree.ts builds it.
library SecretTree {
    uint256 internal constant DEPTH = 10;
    uint256 internal constant LEAVES = 1 << DEPTH;

    /// @dev The tree of an id's secret. Ids begin at 1.
    function batchOf(uint256 id) internal pure returns (uint256) {
        return (id - 1) / LEAVES;
    }

    function leafOf(uint256 id, bytes32 secret) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(id, secret))));
    }

    function holds(bytes32 root, uint256 id, bytes32 secret, bytes32[] calldata proof) internal pure returns (bool) {
        if (proof.length != DEPTH) return false;
        bytes32 node = leafOf(id, secret);
        uint256 position = (id - 1) % LEAVES;
        for (uint256 i; i < DEPTH; ++i) {
            node =
                position >> i & 1 == 0 ? keccak256(bytes.concat(node, proof[i])) : keccak256(bytes.concat(proof[i], node));
        }
        return node == root;
    }
}
