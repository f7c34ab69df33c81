// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Base64} from "solady/utils/Base64.sol";
import {EIP712} from "solady/utils/EIP712.sol";
import {LibClone} from "solady/utils/LibClone.sol";
import {LibString} from "solady/utils/LibString.sol";
import {Signature} from "../base/Signature.sol";
import {ICollection, MintRequest} from "./ICollection.sol";

/// @title CollectionBase
/// @dev The part of a collection that is independent of the token standard: authorization and checks of mints.
/// The arguments of a clone follow its code:
///
///     0x00                   0x2d                  0x41
///     | code of the clone    | creator (20 bytes)  | name (UTF-8) ...
abstract contract CollectionBase is ICollection, EIP712 {
    uint256 internal constant ROYALTY_CAP_BPS = 5_000;
    uint256 internal constant BPS = 10_000;
    /// @dev The offset of the arguments in a clone's code.
    uint256 private constant ARGUMENTS_AT = 0x2d;
    uint256 private constant CREATOR_BYTES = 20;
    /// @dev The creator's own range of ids.
    uint256 internal constant OWN_RANGE = 0;

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
        uint256 range = OWN_RANGE;
        if (msg.sender != creator_) {
            range = _rangeToMint(msg.sender);
            if (range == OWN_RANGE) revert NotCreator(msg.sender, creator_);
        }
        _mintRequest(request, range);
    }

    /// @inheritdoc ICollection
    function mintWithRequest(MintRequest calldata request, bytes calldata signature) external {
        address creator_ = creator();
        if (!Signature.isOf(creator_, hashMintRequest(request), signature)) {
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
    function creator() public view returns (address creator_) {
        assembly ("memory-safe") {
            extcodecopy(address(), 0x00, ARGUMENTS_AT, CREATOR_BYTES)
            creator_ := shr(96, mload(0x00))
        }
    }

    /// @inheritdoc ICollection
    function owner() external view returns (address) {
        return creator();
    }

    /// @inheritdoc ICollection
    function contractURI() external view returns (string memory) {
        string memory json = string.concat(
            '{"name":"',
            LibString.escapeJSON(_name()),
            '","symbol":"',
            _symbol(),
            '","collaborators":["',
            LibString.toHexStringChecksummed(creator()),
            '"]}'
        );
        return string.concat("data:application/json;base64,", Base64.encode(bytes(json)));
    }

    /// @inheritdoc ICollection
    function royaltyInfo(uint256 tokenId, uint256 salePrice) external view returns (address receiver, uint256 amount) {
        return (creator(), salePrice * royaltyBpsOf(tokenId) / BPS);
    }

    /// @inheritdoc ICollection
    function hashMintRequest(MintRequest calldata request) public view returns (bytes32) {
        bytes32 typeHash = MINT_REQUEST_TYPEHASH;
        bytes32 message;
        // The call data contains the request in the encoding of its struct. A word that is no value of its type was not
        // signed, and decoding refuses it.
        assembly ("memory-safe") {
            let free := mload(0x40)
            mstore(free, typeHash)
            calldatacopy(add(free, 0x20), request, 0xc0)
            message := keccak256(free, 0xe0)
        }
        return _hashTypedData(message);
    }

    /// @inheritdoc ICollection
    function digestOf(uint256 tokenId) public view virtual returns (bytes32);

    /// @inheritdoc ICollection
    function royaltyBpsOf(uint256 tokenId) public view virtual returns (uint16);

    /// @dev Records and mints a token after all checks. Callers authorize first.
    function _record(address to, uint256 tokenId, uint256 quantity, bytes32 digest, uint16 royaltyBps) internal virtual;

    /// @dev The range of ids in which an account other than the creator can mint now; `OWN_RANGE` if it cannot.
    function _rangeToMint(address) internal view virtual returns (uint256) {
        return OWN_RANGE;
    }

    /// @dev Reverts if the id is not in the range; a collection without minters has no ranges.
    function _checkRange(uint256 tokenId, uint256 range) internal pure virtual {}

    function _onlyCreator() internal view {
        address creator_ = creator();
        if (msg.sender != creator_) revert NotCreator(msg.sender, creator_);
    }

    /// @dev The highest number of units of one token.
    function _maximumQuantity() internal pure virtual returns (uint256);

    /// @dev The locals make sure that each word of the request is read and checked once.
    function _mintRequest(MintRequest calldata request, uint256 range) private {
        if (block.timestamp > request.deadline) revert MintRequestExpired(request.deadline, block.timestamp);
        (uint256 tokenId, uint256 quantity, bytes32 digest) = (request.tokenId, request.quantity, request.digest);
        (address to, uint16 royaltyBps) = (request.to, request.royaltyBps);
        if (digest == 0) revert DigestMissing(tokenId);
        if (royaltyBps > ROYALTY_CAP_BPS) revert RoyaltyTooHigh(royaltyBps, ROYALTY_CAP_BPS);
        if (quantity == 0 || quantity > _maximumQuantity()) {
            revert QuantityNotAllowed(quantity, 1, _maximumQuantity());
        }
        _checkRange(tokenId, range);
        if (digestOf(tokenId) != 0) revert TokenAlreadyMinted(tokenId);

        // Before the mint, which calls an ERC-1155 receiver: a nested call must find the id used.
        emit Minted(tokenId, to, quantity, digest, royaltyBps);
        _record(to, tokenId, quantity, digest, royaltyBps);
    }

    /// @dev ERC-2981 and ERC-7572.
    function _isCommonInterface(bytes4 interfaceId) internal pure returns (bool) {
        return interfaceId == 0x2a55205a || interfaceId == 0xe8a3d485;
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
