// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title What a collection of single pieces knows beyond {ICollection}
/// @notice Token ids are divided into ranges of 2^64. Range 0 (ids below 2^64) is the creator's: all their own ways to mint
/// use it. Each minter has one of the others, by the order in which the creator first allowed them, and mints in no other.
/// So nobody, the creator included, can take an id that a minter is going to use.
interface ICollection721 {
    /// @notice The creator allowed an account to mint, or dismissed it.
    /// @param range The account's range of ids, from 1; zero if it was never allowed.
    /// @param endsAt The second from which it can no longer mint; type(uint40).max while it is allowed, zero if it never was.
    event MinterSet(address indexed minter, bool allowed, uint64 range, uint40 endsAt);

    /// @notice The id is not in the range in which the caller mints.
    error TokenIdOutOfRange(uint256 tokenId, uint256 first, uint256 last);
    /// @notice The auction house takes a piece only by `safeTransferFrom` with the terms of its auction as data: in any other
    /// way it would not know whose it is, and nobody could get it out.
    error TermsMissing(address auctionHouse);
    /// @notice Nothing here costs anything, and what is sent along would be lost.
    error PaymentNotAccepted();

    /// @notice Allows an account (the breeding contract) to call `mint` in a range of ids of its own, or dismisses it. Only
    /// the creator. An account allowed again keeps its range.
    /// @dev A dismissed minter may mint for another `REVOCATION_DELAY`, to finish what people have paid for. Dismissing it
    /// twice does not make that longer.
    function setMinter(address minter, bool allowed) external;

    /// @notice Whether the account may mint for good: allowed, and not dismissed. Start nothing new where it is false.
    function isMinter(address account) external view returns (bool);

    /// @notice The account's range, and the second from which it can no longer mint; see {MinterSet}.
    function minterOf(address account) external view returns (uint64 range, uint40 endsAt);

    /// @notice The first id of the account's range, which holds 2^64 ids; zero if the account was never allowed.
    function firstIdOf(address account) external view returns (uint256);

    /// @notice The auction house, to which nothing can be transferred by mistake.
    function escrow() external view returns (address);

    /// @notice How often the token has changed hands. Two equal answers: it has not moved between them.
    function movesOf(uint256 tokenId) external view returns (uint64);

    /// @notice The second in which the token last changed hands; zero while it is where it was minted.
    function movedAtOf(uint256 tokenId) external view returns (uint64);
}
