// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/tokens/ERC721.sol";
import {CollectionBase} from "./CollectionBase.sol";
import {ContentUri} from "./ContentUri.sol";
import {MintRequest} from "./ICollection.sol";
import {ICollection721} from "./ICollection721.sol";

/// @title A creator's collection of single pieces (ERC-721, ERC-2981)
/// @notice See {ICollection} and {ICollection721}.
/// @dev Beside the owner, in one storage word, lie the royalty (16 bits), the number of moves (40) and the time of the last
/// (40): they cost no slot of their own, and a transfer writes that word anyway.
contract Collection721 is ERC721, CollectionBase, ICollection721 {
    uint256 private constant MOVES_AT = 16;
    uint256 private constant MOVED_AT = 56;

    mapping(uint256 tokenId => bytes32 digest) private _digests;

    /// @inheritdoc ICollection721
    mapping(address account => bool) public isMinter;

    constructor(address factory_) CollectionBase(factory_) {}

    /// @inheritdoc ICollection721
    function setMinter(address minter, bool allowed) external {
        _onlyCreator();
        isMinter[minter] = allowed;
        emit MinterSet(minter, allowed);
    }

    /// @notice The name the creator gave, as it was given.
    function name() public view override returns (string memory) {
        return _name();
    }

    /// @notice The same for every collection: people find them by name.
    function symbol() public pure override returns (string memory) {
        return _symbol();
    }

    /// @notice `ipfs://` and the CID of the token's metadata JSON.
    function tokenURI(uint256 tokenId) public view override returns (string memory) {
        bytes32 digest = _digests[tokenId];
        if (digest == 0) revert TokenNotMinted(tokenId);
        return ContentUri.fromDigest(digest);
    }

    /// @inheritdoc CollectionBase
    function digestOf(uint256 tokenId) public view override returns (bytes32) {
        return _digests[tokenId];
    }

    /// @inheritdoc CollectionBase
    function royaltyBpsOf(uint256 tokenId) public view override returns (uint16) {
        return uint16(_getExtraData(tokenId));
    }

    /// @inheritdoc ICollection721
    function movesOf(uint256 tokenId) external view returns (uint64) {
        return uint40(_getExtraData(tokenId) >> MOVES_AT);
    }

    /// @inheritdoc ICollection721
    function movedAtOf(uint256 tokenId) external view returns (uint64) {
        return uint40(_getExtraData(tokenId) >> MOVED_AT);
    }

    /// @notice ERC-165, ERC-721 with metadata, ERC-2981.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == 0x2a55205a || super.supportsInterface(interfaceId);
    }

    function _record(MintRequest calldata request) internal override {
        _digests[request.tokenId] = request.digest;
        _mintAndSetExtraDataUnchecked(request.to, request.tokenId, request.royaltyBps);
    }

    /// @dev Counts a move. Runs before the transfer's own checks: one that fails takes the count back with it.
    function _beforeTokenTransfer(address from, address, uint256 tokenId) internal override {
        if (from == address(0)) return;
        uint96 extra = _getExtraData(tokenId);
        uint256 royaltyAndMoves = uint256(uint56(extra)) + (1 << MOVES_AT);
        // forge-lint: disable-next-line(unsafe-typecast) -- until the year 36,812
        _setExtraData(tokenId, uint96(royaltyAndMoves | block.timestamp << MOVED_AT));
    }

    function _mayMint(address account) internal view override returns (bool) {
        return isMinter[account];
    }

    function _maximumQuantity() internal pure override returns (uint256) {
        return 1;
    }
}
