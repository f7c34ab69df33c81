// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title ICollection721
/// @notice The functions of an ERC-721 collection beyond {ICollection}. Ids are divided into ranges of 2^64. Range 0 (ids below
/// 2^64) belongs to the creator. Each minter has its own range, numbered in the order in which the creator first allowed
/// them, and can mint in no other. So nobody, not even the creator, can take an id that a minter is going to use.
///
///     255                       64 63                         0
///     |  range (0: the creator)   |    number in the range     |
interface ICollection721 {
    /// @notice The creator allowed or revoked a minter.
    /// @param range The account's range of ids, from 1; zero if it was never allowed.
    /// @param endsAt The second from which it can no longer mint; type(uint40).max while it is allowed, zero if it never was.
    event MinterSet(address indexed minter, bool allowed, uint64 range, uint40 endsAt);

    /// @notice The id is not in the range in which the caller mints.
    error TokenIdOutOfRange(uint256 tokenId, uint256 first, uint256 last);
    /// @notice The auction house receives a token only by `safeTransferFrom` with the terms of an auction as data. A token sent
    /// otherwise could not be recovered.
    error TermsMissing(address auctionHouse);
    /// @notice The function accepts no coins; they would be lost.
    error PaymentNotAccepted();

    /// @notice Allows an account (the breeding contract) to call `mint` in its own range of ids, or revokes it. Only
    /// the creator. An account that is allowed again keeps its range.
    /// @dev A revoked minter can mint for another `REVOCATION_DELAY`, to finish what users have paid for. Revoking it
    /// twice does not extend this.
    function setMinter(address minter, bool allowed) external;

    /// @notice Whether the account is allowed and not revoked. If false, it must not start anything new.
    function isMinter(address account) external view returns (bool);

    /// @notice The account's range, and the second from which it can no longer mint; see {MinterSet}.
    function minterOf(address account) external view returns (uint64 range, uint40 endsAt);

    /// @notice The first id of the account's range, which holds 2^64 ids; zero if the account was never allowed.
    function firstIdOf(address account) external view returns (uint256);

    /// @notice The auction house, which refuses tokens sent by mistake.
    function escrow() external view returns (address);

    /// @notice The number of transfers of the token.
    function movesOf(uint256 tokenId) external view returns (uint64);

    /// @notice The time of the last transfer in seconds; zero if the token was never transferred.
    function movedAtOf(uint256 tokenId) external view returns (uint64);
}
