// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MintRequest} from "./ICollection.sol";

enum CollectionKind {
    ERC721,
    ERC1155
}

/// @title The maker of collections
/// @notice A collection's address follows from the factory, the kind, the creator, the name and a salt, and from
/// nothing else: not from who pays for making it, nor when.
interface ICollectionFactory {
    /// @notice A collection came into being; never emitted twice for one address.
    event CollectionCreated(
        address indexed collection, address indexed creator, CollectionKind kind, string name, bytes32 salt
    );

    /// @notice There is no contract where the auction house should be.
    error EscrowMissing(address escrow);
    /// @notice A collection needs a creator.
    error CreatorMissing();
    /// @notice A name is 1 to 128 bytes of UTF-8 (32 letters of any script fit).
    error NameLengthNotAllowed(uint256 length, uint256 minimum, uint256 maximum);

    /// @notice Where the collection is, or would be.
    function predict(CollectionKind kind, address creator, string calldata name, bytes32 salt)
        external
        view
        returns (address collection);

    /// @notice Makes the collection, or returns it if it is there already. Anyone may pay for it: it is the creator's.
    function create(CollectionKind kind, address creator, string calldata name, bytes32 salt)
        external
        returns (address collection);

    /// @notice Makes the collection unless it is there, and mints into it, in one transaction.
    /// @param request See {MintRequest}; its EIP-712 domain names the (predicted) address of the collection.
    /// @param signature The creator's over the request; empty when the creator sends this himself.
    function createAndMint(
        CollectionKind kind,
        address creator,
        string calldata name,
        bytes32 salt,
        MintRequest calldata request,
        bytes calldata signature
    ) external returns (address collection);

    /// @notice The code that clones of this kind run.
    function implementation(CollectionKind kind) external view returns (address);
}
