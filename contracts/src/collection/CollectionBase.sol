// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {EIP712} from "solady/utils/EIP712.sol";
import {LibClone} from "solady/utils/LibClone.sol";
import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";
import {ICollection, MintRequest} from "./ICollection.sol";

/// @dev The part of a collection that does not depend on the token standard: who may mint, and what.
/// A clone's code ends in its arguments: 20 bytes of creator, then the name in UTF-8.
abstract contract CollectionBase is ICollection, EIP712 {
    uint256 internal constant ROYALTY_CAP_BPS = 5_000;
    uint256 internal constant BPS = 10_000;
    uint256 private constant CREATOR_BYTES = 20;
    /// @dev The creator's own range of ids.
    uint64 internal constant OWN_RANGE = 0;

    bytes32 private constant MINT_REQUEST_TYPEHASH = keccak256(
        "MintRequest(address to,uint256 tokenId,uint256 quantity,bytes32 digest,uint16 royaltyBps,uint64 deadline)"
    );

    /// @inheritdoc ICollection
    address public immutable factory;

    constructor(address factory_) {
        factory = factory_;
    }

    /// @inheritdoc ICollection
    function mint(MintRequest calldata request) external {
        address creator_ = creator();
        uint64 range = OWN_RANGE;
        if (msg.sender != creator_) {
            range = _rangeToMint(msg.sender);
            if (range == OWN_RANGE) revert NotCreator(msg.sender, creator_);
        }
        _mintRequest(request, range);
    }

    /// @inheritdoc ICollection
    function mintWithRequest(MintRequest calldata request, bytes calldata signature) external {
        address creator_ = creator();
        if (!SignatureCheckerLib.isValidSignatureNowCalldata(creator_, hashMintRequest(request), signature)) {
            revert InvalidMintSignature(creator_);
        }
        _mintRequest(request, OWN_RANGE);
    }

    /// @inheritdoc ICollection
    function mintFromFactory(MintRequest calldata request) external {
        if (msg.sender != factory) revert NotFactory(msg.sender, factory);
        _mintRequest(request, OWN_RANGE);
    }

    /// @inheritdoc ICollection
    function creator() public view returns (address) {
        return address(bytes20(LibClone.argsOnClone(address(this), 0, CREATOR_BYTES)));
    }

    /// @inheritdoc ICollection
    function owner() external view returns (address) {
        return creator();
    }

    /// @inheritdoc ICollection
    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address receiver, uint256 amount) {
        return (creator(), salePrice * royaltyBpsOf(tokenId) / BPS);
    }

    /// @inheritdoc ICollection
    function hashMintRequest(MintRequest calldata request) public view returns (bytes32) {
        return _hashTypedData(
            keccak256(
                abi.encode(
                    MINT_REQUEST_TYPEHASH,
                    request.to,
                    request.tokenId,
                    request.quantity,
                    request.digest,
                    request.royaltyBps,
                    request.deadline
                )
            )
        );
    }

    /// @inheritdoc ICollection
    function digestOf(uint256 tokenId) public view virtual returns (bytes32);

    /// @inheritdoc ICollection
    function royaltyBpsOf(uint256 tokenId) public view virtual returns (uint16);

    /// @dev Records and mints a request that has passed every check. Callers authorise before.
    function _record(MintRequest calldata request) internal virtual;

    /// @dev The range of ids in which an account that is not the creator may mint now; `OWN_RANGE` if it may not.
    function _rangeToMint(address) internal view virtual returns (uint64) {
        return OWN_RANGE;
    }

    /// @dev Reverts if the id is not in the range; a collection without minters has no ranges.
    function _checkRange(uint256 tokenId, uint64 range) internal pure virtual {}

    function _onlyCreator() internal view {
        address creator_ = creator();
        if (msg.sender != creator_) revert NotCreator(msg.sender, creator_);
    }

    /// @dev Most copies of one token in this kind of collection.
    function _maximumQuantity() internal pure virtual returns (uint256);

    function _mintRequest(MintRequest calldata request, uint64 range) private {
        if (block.timestamp > request.deadline) revert MintRequestExpired(request.deadline, block.timestamp);
        if (request.digest == 0) revert DigestMissing(request.tokenId);
        if (request.royaltyBps > ROYALTY_CAP_BPS) revert RoyaltyTooHigh(request.royaltyBps, ROYALTY_CAP_BPS);
        if (request.quantity == 0 || request.quantity > _maximumQuantity()) {
            revert QuantityNotAllowed(request.quantity, 1, _maximumQuantity());
        }
        _checkRange(request.tokenId, range);
        if (digestOf(request.tokenId) != 0) revert TokenAlreadyMinted(request.tokenId);

        // Before the mint: an ERC-1155 receiver is called back by it, and must find the id taken.
        emit Minted(request.tokenId, request.to, request.quantity, request.digest, request.royaltyBps);
        _record(request);
    }

    function _name() internal view returns (string memory) {
        return string(LibClone.argsOnClone(address(this), CREATOR_BYTES));
    }

    function _symbol() internal pure returns (string memory) {
        return "SKARB";
    }

    function _domainNameAndVersion() internal pure override returns (string memory, string memory) {
        return ("Skarb Collection", "1");
    }
}
