// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/tokens/ERC721.sol";
import {CollectionBase} from "./CollectionBase.sol";
import {ContentUri} from "./ContentUri.sol";
import {ICollection721} from "./ICollection721.sol";

/// @title Collection721
/// @notice A creator's collection of single tokens (ERC-721, ERC-2981); {ICollection} and {ICollection721} document it.
/// @dev Owner, royalty, number of transfers and time of the last transfer share one storage word, which a transfer writes
/// anyway:
///
///     255        216 215        176 175       160 159                             0
///     | movedAt (40) |  moves (40)  | royalty (16) |          owner (160)          |
contract Collection721 is ERC721, CollectionBase, ICollection721 {
    uint256 private constant MOVES_AT = 16;
    uint256 private constant MOVED_AT = 56;
    uint256 private constant RANGE_BITS = 64;
    uint40 private constant FOREVER = type(uint40).max;

    /// @notice The time for which a revoked minter can still mint: 30 days.
    /// @dev A child bred one second before the revocation is ready at most 7 days later (the longest rest), and the
    /// breeding can be declared lost 7 days after that (`PATIENCE`). The other 16 days allow for a matron that is transferred
    /// meanwhile, and for an unavailable operator.
    uint256 public constant REVOCATION_DELAY = 30 days;

    mapping(uint256 tokenId => bytes32 digest) private _digests;

    /// @dev One slot. `endsAt` is FOREVER while the minter is allowed.
    struct Minter {
        uint64 range;
        uint40 endsAt;
    }

    mapping(address account => Minter) private _minters;
    uint64 private _lastRange;

    /// @inheritdoc ICollection721
    address public immutable escrow;

    constructor(address factory_, address escrow_) CollectionBase(factory_) {
        escrow = escrow_;
    }

    /// @notice Transfers a token. Reverts for the auction house, which would not be notified: see {ICollection721.TermsMissing}.
    /// @dev The safe transfers call this function too. They notify the receiver; `msg.sig` distinguishes them.
    function transferFrom(address from, address to, uint256 tokenId) public payable override {
        _refusePayment();
        if (to == escrow && msg.sig == this.transferFrom.selector) revert TermsMissing(to);
        super.transferFrom(from, to, tokenId);
    }

    /// @notice Allows an account to transfer one token.
    function approve(address account, uint256 tokenId) public payable override {
        _refusePayment();
        super.approve(account, tokenId);
    }

    /// @inheritdoc ICollection721
    function setMinter(address minter, bool allowed) external {
        _onlyCreator();
        Minter memory state = _minters[minter];
        if (allowed) {
            if (state.range == 0) state.range = ++_lastRange;
            state.endsAt = FOREVER;
        } else if (state.endsAt == FOREVER) {
            // forge-lint: disable-next-line(unsafe-typecast) -- until the year 36,812
            state.endsAt = uint40(block.timestamp + REVOCATION_DELAY);
        }
        _minters[minter] = state;
        emit MinterSet(minter, allowed, state.range, state.endsAt);
    }

    /// @inheritdoc ICollection721
    function isMinter(address account) external view returns (bool) {
        return _minters[account].endsAt == FOREVER;
    }

    /// @inheritdoc ICollection721
    function minterOf(address account) external view returns (uint64 range, uint40 endsAt) {
        return (_minters[account].range, _minters[account].endsAt);
    }

    /// @inheritdoc ICollection721
    function firstIdOf(address account) external view returns (uint256) {
        return uint256(_minters[account].range) << RANGE_BITS;
    }

    /// @notice The name that the creator gave.
    function name() public view override returns (string memory) {
        return _name();
    }

    /// @notice Equal for every collection; the name identifies it.
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

    /// @notice ERC-165, ERC-721 with metadata, ERC-2981, ERC-7572.
    function supportsInterface(bytes4 interfaceId) public view override returns (bool) {
        return _isCommonInterface(interfaceId) || super.supportsInterface(interfaceId);
    }

    function _record(address to, uint256 tokenId, uint256, bytes32 digest, uint16 royaltyBps) internal override {
        if (to == escrow) revert TermsMissing(to);
        _digests[tokenId] = digest;
        _mintAndSetExtraDataUnchecked(to, tokenId, royaltyBps);
    }

    /// @dev The standard declares these functions payable, but the coins could not be withdrawn.
    function _refusePayment() private view {
        if (msg.value != 0) revert PaymentNotAccepted();
    }

    /// @dev Counts a transfer. Runs before the checks of the transfer; if they revert, so does the count.
    function _beforeTokenTransfer(address from, address, uint256 tokenId) internal override {
        if (from == address(0)) return;
        uint96 extra = _getExtraData(tokenId);
        uint256 royaltyAndMoves = uint256(uint56(extra)) + (1 << MOVES_AT);
        // forge-lint: disable-next-line(unsafe-typecast) -- until the year 36,812
        _setExtraData(tokenId, uint96(royaltyAndMoves | block.timestamp << MOVED_AT));
    }

    function _rangeToMint(address account) internal view override returns (uint256) {
        Minter storage minter = _minters[account];
        return block.timestamp < minter.endsAt ? minter.range : OWN_RANGE;
    }

    function _checkRange(uint256 tokenId, uint256 range) internal pure override {
        if (tokenId >> RANGE_BITS == range) return;
        uint256 first = range << RANGE_BITS;
        revert TokenIdOutOfRange(tokenId, first, first + type(uint64).max);
    }

    function _maximumQuantity() internal pure override returns (uint256) {
        return 1;
    }
}
