// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/tokens/ERC721.sol";
import {CollectionBase} from "./CollectionBase.sol";
import {ContentUri} from "./ContentUri.sol";
import {MintRequest} from "./ICollection.sol";

/// @title A creator's collection of single pieces (ERC-721, ERC-2981)
/// @notice See {ICollection}. The royalty lies beside the owner in one storage word, so it costs no slot of its own.
contract Collection721 is ERC721, CollectionBase {
    mapping(uint256 tokenId => bytes32 digest) private _digests;

    constructor(address factory_) CollectionBase(factory_) {}

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

    /// @notice ERC-165, ERC-721 with metadata, ERC-2981.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return interfaceId == 0x2a55205a || super.supportsInterface(interfaceId);
    }

    function _record(MintRequest calldata request) internal override {
        _digests[request.tokenId] = request.digest;
        _mintAndSetExtraDataUnchecked(request.to, request.tokenId, request.royaltyBps);
    }

    function _maximumQuantity() internal pure override returns (uint256) {
        return 1;
    }
}
