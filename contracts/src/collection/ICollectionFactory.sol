// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MintRequest} from "./ICollection.sol";

enum CollectionKind {
    ERC721,
    ERC1155
}

/// @title ICollectionFactory
/// @notice Deploys collections. The address of a collection depends only on the factory, the kind, the creator, the name and a
/// salt, not on the sender or the time.
interface ICollectionFactory {
    /// @notice A collection was deployed. Emitted once for each address.
    event CollectionCreated(
        address indexed collection, address indexed creator, CollectionKind kind, string name, bytes32 salt
    );

    /// @notice The address of the auction house has no code.
    error EscrowMissing(address escrow);
    /// @notice The creator is the zero address.
    error CreatorMissing();
    /// @notice A name is 1 to 128 bytes of UTF-8 (32 letters of any script fit).
    error NameLengthNotAllowed(uint256 length, uint256 minimum, uint256 maximum);

    /// @notice The address of the collection, deployed or not.
    function predict(CollectionKind kind, address creator, string calldata name, bytes32 salt)
        external
        view
        returns (address collection);

    /// @notice Deploys the collection, or returns it if it exists. Anyone can call this; the creator owns the collection.
    function create(CollectionKind kind, address creator, string calldata name, bytes32 salt)
        external
        returns (address collection);

    /// @notice Deploys the collection unless it exists, and mints, in one transaction.
    /// @param request See {MintRequest}; its EIP-712 domain contains the (predicted) address of the collection.
    /// @param signature The creator's signature of the request; empty if the creator is the sender.
    function createAndMint(
        CollectionKind kind,
        address creator,
        string calldata name,
        bytes32 salt,
        MintRequest calldata request,
        bytes calldata signature
    ) external returns (address collection);

    /// @notice The implementation of the clones of this kind.
    function implementation(CollectionKind kind) external view returns (address);
}
