// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "solady/tokens/ERC1155.sol";
import {CollectionBase} from "./CollectionBase.sol";
import {ContentUri} from "./ContentUri.sol";

/// @title Collection1155
/// @notice A creator's collection of editions (ERC-1155, ERC-2981); {ICollection} documents it.
contract Collection1155 is ERC1155, CollectionBase {
    /// @dev Two storage words for each token: the digest; royalty and supply.
    struct Edition {
        bytes32 digest;
        uint16 royaltyBps;
        uint240 supply;
    }

    mapping(uint256 tokenId => Edition edition) private _editions;

    constructor(address factory_) CollectionBase(factory_) {}

    /// @notice The name that the creator gave.
    function name() external view returns (string memory) {
        return _name();
    }

    /// @notice Equal for every collection; the name identifies it.
    function symbol() external pure returns (string memory) {
        return _symbol();
    }

    /// @notice `ipfs://` and the CID of the token's metadata JSON.
    function uri(uint256 tokenId) public view override returns (string memory) {
        bytes32 digest = _editions[tokenId].digest;
        if (digest == 0) revert TokenNotMinted(tokenId);
        return ContentUri.fromDigest(digest);
    }

    /// @notice The number of units of the token; zero for an id that was never minted.
    function totalSupply(uint256 tokenId) external view returns (uint256) {
        return _editions[tokenId].supply;
    }

    /// @inheritdoc CollectionBase
    function digestOf(uint256 tokenId) public view override returns (bytes32) {
        return _editions[tokenId].digest;
    }

    /// @inheritdoc CollectionBase
    function royaltyBpsOf(uint256 tokenId) public view override returns (uint16) {
        return _editions[tokenId].royaltyBps;
    }

    /// @notice ERC-165, ERC-1155 with metadata URI, ERC-2981, ERC-7572.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return _isCommonInterface(interfaceId) || super.supportsInterface(interfaceId);
    }

    function _record(address to, uint256 tokenId, uint256 quantity, bytes32 digest, uint16 royaltyBps)
        internal
        override
    {
        // The cast is safe: the quantity is at most _maximumQuantity().
        _editions[tokenId] = Edition({digest: digest, royaltyBps: royaltyBps, supply: uint240(quantity)});
        _mint(to, tokenId, quantity, "");
    }

    function _maximumQuantity() internal pure override returns (uint256) {
        return type(uint240).max;
    }
}
