// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title What a collection of single pieces knows beyond {ICollection}
interface ICollection721 {
    /// @notice The creator let an account mint as he may himself, or no longer.
    event MinterSet(address indexed minter, bool allowed);

    /// @notice Lets an account (the breeding contract) call `mint` as the creator may, or no longer. Only the creator.
    function setMinter(address minter, bool allowed) external;

    /// @notice Whether the account may mint as the creator may.
    function isMinter(address account) external view returns (bool);

    /// @notice How often the token has changed hands. Two equal answers: it has not moved between them.
    function movesOf(uint256 tokenId) external view returns (uint64);

    /// @notice The second in which the token last changed hands; zero while it is where it was minted.
    function movedAtOf(uint256 tokenId) external view returns (uint64);
}
