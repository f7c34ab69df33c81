// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title The tree of the operator's secrets
/// @dev A full binary tree of 1,024 leaves, in the order of the ids. The way up follows from the id alone (nothing is sorted),
/// so that there is exactly one leaf an id can stand at: a tree that held two secrets for one id would let the operator
/// choose between them when he knows the block. script/secret-tree.ts builds it.
library SecretTree {
    uint256 internal constant DEPTH = 10;
    uint256 internal constant LEAVES = 1 << DEPTH;

    /// @dev Which tree an id's secret is in. Ids begin at 1.
    function batchOf(uint256 id) internal pure returns (uint256) {
        return (id - 1) / LEAVES;
    }

    function leafOf(uint256 id, bytes32 secret) internal pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(id, secret))));
    }

    function holds(bytes32 root, uint256 id, bytes32 secret, bytes32[] calldata proof) internal pure returns (bool) {
        if (proof.length != DEPTH) return false;
        bytes32 node = leafOf(id, secret);
        uint256 place = (id - 1) % LEAVES;
        for (uint256 i; i < DEPTH; ++i) {
            node =
                place >> i & 1 == 0 ? keccak256(bytes.concat(node, proof[i])) : keccak256(bytes.concat(proof[i], node));
        }
        return node == root;
    }
}
