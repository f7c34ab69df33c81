// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC1155} from "@openzeppelin/contracts/token/ERC1155/IERC1155.sol";
import {IERC1155Receiver} from "@openzeppelin/contracts/token/ERC1155/IERC1155Receiver.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {IERC721Receiver} from "@openzeppelin/contracts/token/ERC721/IERC721Receiver.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {IERC165} from "@openzeppelin/contracts/utils/introspection/IERC165.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";
import {CollectionKind} from "../collection/ICollectionFactory.sol";
import {AuctionRules} from "./AuctionRules.sol";
import {AuctionSettings} from "./AuctionSettings.sol";
import {BoundedCall} from "./BoundedCall.sol";
import {AuctionPhase, AuctionRequest, AuctionState, Bidding, IAuctionHouse, Lot} from "./IAuctionHouse.sol";
import {AuctionWord, packAuction} from "./AuctionWord.sol";

/// @title AuctionHouse
/// @notice English auctions; {IAuctionHouse} documents them.
/// @dev Each function checks, changes state, emits, and calls other contracts last. A reentrancy guard covers all of them.
contract AuctionHouse is IAuctionHouse, AuctionSettings, ReentrancyGuardTransient, IERC721Receiver, IERC1155Receiver {
    using SafeERC20 for IERC20;

    /// @notice 15 minutes. A bid within this time before the end moves the end to this long after the bid, up to `MAX_DURATION`.
    uint256 public constant EXTENSION = 15 minutes;
    /// @notice 90 days: the longest time between start and end, including edits and extensions.
    uint256 public constant MAX_DURATION = 90 days;
    /// @notice 366 days: the latest start after creation. One year, and tolerance for a seller's clock.
    uint256 public constant MAX_START_DELAY = 366 days;
    /// @notice The bid increment if the seller sets none: 5 %.
    uint16 public constant DEFAULT_RAISE_BPS = 500;
    /// @notice The highest bid increment: 50 %.
    uint16 public constant MAX_RAISE_BPS = 5_000;
    /// @notice The highest royalty that is paid: 50 %. A higher one is reduced to this.
    uint16 public constant MAX_ROYALTY_BPS = 5_000;
    /// @notice The highest bid and reserve price, in base units.
    uint256 public constant MAX_AMOUNT = type(uint88).max;

    uint256 private constant REQUEST_BYTES = 192;
    /// @dev The price passed to `royaltyInfo`: large enough to represent fractions of a percent.
    uint256 private constant ROYALTY_SAMPLE = 1 ether;

    mapping(bytes32 auctionId => AuctionWord) private _auctions;
    /// @dev Written only when an end moves. Most ends never do, which saves a slot.
    mapping(bytes32 auctionId => uint256) private _movedEnds;

    /// @inheritdoc IAuctionHouse
    mapping(address account => mapping(address currency => uint256)) public creditOf;

    constructor(address owner_, address feeRecipient_, uint16 feeBps_, address[] memory currencies)
        AuctionSettings(owner_, feeRecipient_, feeBps_, currencies)
    {}

    /// @inheritdoc IERC721Receiver
    function onERC721Received(address, address from, uint256 tokenId, bytes calldata data)
        external
        nonReentrant
        returns (bytes4)
    {
        _create(CollectionKind.ERC721, from, tokenId, 1, data);
        return IERC721Receiver.onERC721Received.selector;
    }

    /// @inheritdoc IERC1155Receiver
    function onERC1155Received(address, address from, uint256 tokenId, uint256 quantity, bytes calldata data)
        external
        nonReentrant
        returns (bytes4)
    {
        if (quantity == 0) revert QuantityMissing();
        _create(CollectionKind.ERC1155, from, tokenId, quantity, data);
        return IERC1155Receiver.onERC1155Received.selector;
    }

    /// @notice Always refused.
    function onERC1155BatchReceived(address, address, uint256[] calldata, uint256[] calldata, bytes calldata)
        external
        pure
        returns (bytes4)
    {
        revert BatchNotAccepted();
    }

    /// @inheritdoc IAuctionHouse
    function bid(Bidding calldata bidding, bytes32 lotHash, uint256 amount, uint256 latestEnd) external nonReentrant {
        (bytes32 id, AuctionWord before, uint256 end) = _open(bidding, lotHash);
        if (block.timestamp < bidding.startsAt) revert AuctionNotStarted(bidding.startsAt, block.timestamp);
        if (block.timestamp >= end) revert AuctionOver(end, block.timestamp);
        if (end > latestEnd && before.bidder() == address(0)) revert EndLaterThanSeen(end, latestEnd);
        uint256 least = _leastBid(before, bidding.raiseBps);
        if (amount < least) revert BidTooLow(amount, least);
        if (amount > MAX_AMOUNT) revert BidTooHigh(amount, MAX_AMOUNT);

        if (end < block.timestamp + EXTENSION && end < _lastEnd(bidding.startsAt)) {
            end = Math.min(block.timestamp + EXTENSION, _lastEnd(bidding.startsAt));
            _auctions[id] = packAuction(msg.sender, amount, AuctionPhase.MOVED);
            _movedEnds[id] = end;
            emit BidPlaced(id, msg.sender, amount);
            emit AuctionExtended(id, end);
        } else {
            _auctions[id] = packAuction(msg.sender, amount, before.phase());
            emit BidPlaced(id, msg.sender, amount);
        }
        _exchangeBids(id, bidding.currency, before, amount);
    }

    /// @inheritdoc IAuctionHouse
    function edit(Bidding calldata bidding, Lot calldata lot, uint256 reservePrice, uint256 endsAt)
        external
        nonReentrant
    {
        (bytes32 id, AuctionWord before, uint256 end) = _openWithoutBid(bidding, lot);
        if (block.timestamp >= end) revert AuctionOver(end, block.timestamp);
        _checkReservePrice(reservePrice);
        _checkEnd(bidding.startsAt, endsAt);

        AuctionPhase phase = before.phase();
        if (endsAt != end) {
            phase = AuctionPhase.MOVED;
            _movedEnds[id] = endsAt;
        }
        _auctions[id] = packAuction(address(0), reservePrice, phase);
        emit AuctionEdited(id, reservePrice, endsAt);
    }

    /// @inheritdoc IAuctionHouse
    function cancel(Bidding calldata bidding, Lot calldata lot) external nonReentrant {
        (bytes32 id,,) = _openWithoutBid(bidding, lot);
        // Keep the word: equal terms can be used again before their start, and need another id.
        _auctions[id] = packAuction(address(0), 0, AuctionPhase.CLOSED);
        emit AuctionCancelled(id);
        _deliver(id, lot, lot.seller);
    }

    /// @inheritdoc IAuctionHouse
    function settle(Bidding calldata bidding, Lot calldata lot) external nonReentrant {
        (bytes32 id, AuctionWord before, uint256 end) = _open(bidding, _hash(lot));
        if (block.timestamp < end) revert AuctionNotOver(end, block.timestamp);

        // Free the word: the start is in the past, so no later auction can have this id.
        _auctions[id] = AuctionWord.wrap(0);
        if (before.phase() == AuctionPhase.MOVED) delete _movedEnds[id];
        address winner = before.bidder();
        emit AuctionSettled(id, winner, winner == address(0) ? 0 : before.amount());
        if (winner == address(0)) {
            _deliver(id, lot, lot.seller);
        } else {
            _payOut(id, bidding.currency, lot, before.amount());
            _deliver(id, lot, winner);
        }
    }

    /// @inheritdoc IAuctionHouse
    function claimToken(Bidding calldata bidding, Lot calldata lot, address to) external nonReentrant {
        bytes32 id = _idOf(bidding, _hash(lot));
        AuctionWord before = _auctions[id];
        if (before.phase() != AuctionPhase.HELD) revert TokenNotHeld(id);
        address claimant = before.bidder();
        if (to != claimant && msg.sender != claimant) revert NotClaimant(msg.sender, claimant);

        _auctions[id] = packAuction(address(0), 0, AuctionPhase.CLOSED);
        emit TokenClaimed(id, claimant, to);
        Address.functionCall(lot.collection, _transferOut(lot, to));
    }

    /// @inheritdoc IAuctionHouse
    function claimCredit(address account, address currency, address to) external nonReentrant {
        if (to != account && msg.sender != account) revert NotClaimant(msg.sender, account);
        if (to == address(this)) revert RecipientNotAllowed(to);
        uint256 amount = creditOf[account][currency];
        if (amount == 0) revert CreditMissing(account, currency);

        creditOf[account][currency] = 0;
        emit CreditClaimed(account, currency, to, amount);
        IERC20(currency).safeTransfer(to, amount);
    }

    /// @inheritdoc IAuctionHouse
    function auctionOf(Bidding calldata bidding, bytes32 lotHash) external view returns (AuctionState memory state) {
        state.id = _idOf(bidding, lotHash);
        AuctionWord word = _auctions[state.id];
        state.phase = word.phase();
        state.bidder = word.bidder();
        if (word.isOpen()) {
            state.amount = word.amount();
            state.endsAt = _endOf(state.id, word, bidding.endsAt);
            state.leastBid = _leastBid(word, bidding.raiseBps);
        }
    }

    /// @inheritdoc IAuctionHouse
    function hashLot(Lot calldata lot) external pure returns (bytes32) {
        return keccak256(abi.encode(lot));
    }

    /// @inheritdoc IERC165
    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(IERC165).interfaceId || interfaceId == type(IERC721Receiver).interfaceId
            || interfaceId == type(IERC1155Receiver).interfaceId;
    }

    function _create(CollectionKind kind, address from, uint256 tokenId, uint256 quantity, bytes calldata data)
        private
    {
        Settings memory settings = _settings;
        if (settings.isPaused) revert AuctionsPaused();
        if (from == address(0)) revert SellerMissing();
        if (data.length != REQUEST_BYTES) revert RequestMalformed(data.length, REQUEST_BYTES);
        AuctionRequest memory request = abi.decode(data, (AuctionRequest));
        Bidding memory bidding = _biddingOf(request);

        Lot memory lot;
        (lot.seller, lot.collection, lot.kind, lot.tokenId, lot.quantity) = (from, msg.sender, kind, tokenId, quantity);
        (lot.feeRecipient, lot.feeBps) = (settings.feeRecipient, settings.feeBps);
        (lot.royaltyReceiver, lot.royaltyBps) = _royaltyOf(tokenId);
        bytes32 lotHash = keccak256(abi.encode(lot));
        bytes32 id = keccak256(abi.encode(bidding, lotHash));
        while (_auctions[id].phase() != AuctionPhase.NONE) {
            ++lot.nonce;
            lotHash = keccak256(abi.encode(lot));
            id = keccak256(abi.encode(bidding, lotHash));
        }

        _auctions[id] = packAuction(address(0), request.reservePrice, AuctionPhase.OPEN);
        emit AuctionCreated(id, from, lotHash, request.reservePrice, request.memo, bidding, lot);
    }

    function _biddingOf(AuctionRequest memory request) private view returns (Bidding memory) {
        if (!isCurrency[request.currency]) revert CurrencyNotAllowed(request.currency);
        _checkReservePrice(request.reservePrice);
        // forge-lint: disable-next-line(unsafe-typecast) -- until the year 36,812
        uint40 start = request.startsAt > block.timestamp ? request.startsAt : uint40(block.timestamp);
        if (start > block.timestamp + MAX_START_DELAY) {
            revert StartNotAllowed(start, block.timestamp + MAX_START_DELAY);
        }
        _checkEnd(start, request.endsAt);
        uint16 raiseBps = request.raiseBps == 0 ? DEFAULT_RAISE_BPS : request.raiseBps;
        if (raiseBps > MAX_RAISE_BPS) revert RaiseNotAllowed(raiseBps, MAX_RAISE_BPS);
        return Bidding(request.currency, start, request.endsAt, raiseBps);
    }

    /// @dev Pulls the new bid and pays the old one back. One balance check at the end covers both transfers: the contract must
    /// have gained the difference. Otherwise the currency took a fee, which other bidders would pay.
    function _exchangeBids(bytes32 id, address currency, AuctionWord old, uint256 amount) private {
        uint256 expected = BoundedCall.balanceOf(currency, address(this));
        address outbid = old.bidder();
        if (outbid == msg.sender) {
            amount -= old.amount();
            outbid = address(0);
        }
        expected += amount;
        IERC20(currency).safeTransferFrom(msg.sender, address(this), amount);
        if (outbid != address(0) && _pay(id, currency, outbid, old.amount())) expected -= old.amount();
        uint256 balance = BoundedCall.balanceOf(currency, address(this));
        if (balance < expected) revert BidNotReceived(balance, expected);
    }

    function _payOut(bytes32 id, address currency, Lot calldata lot, uint256 amount) private {
        uint256 fee = AuctionRules.part(amount, lot.feeBps);
        uint256 royalty = AuctionRules.part(amount, lot.royaltyBps);
        address seller = lot.seller;
        address royaltyReceiver = lot.royaltyReceiver;
        if (royaltyReceiver == seller) royalty = 0;
        _pay(id, currency, lot.feeRecipient, fee);
        _pay(id, currency, royaltyReceiver, royalty);
        _pay(id, currency, seller, amount - fee - royalty);
    }

    /// @return paid Whether the transfer succeeded; if not, the amount is credited.
    function _pay(bytes32 id, address currency, address to, uint256 amount) private returns (bool paid) {
        if (amount == 0) return true;
        paid = BoundedCall.tryTransfer(currency, to, amount);
        if (!paid) {
            creditOf[to][currency] += amount;
            emit Credited(id, to, currency, amount);
        }
    }

    function _deliver(bytes32 id, Lot calldata lot, address to) private {
        if (BoundedCall.tryCall(lot.collection, _transferOut(lot, to))) return;
        _auctions[id] = packAuction(to, 0, AuctionPhase.HELD);
        emit TokenHeld(id, to);
    }

    function _open(Bidding calldata bidding, bytes32 lotHash)
        private
        view
        returns (bytes32 id, AuctionWord word, uint256 end)
    {
        id = _idOf(bidding, lotHash);
        word = _auctions[id];
        if (!word.isOpen()) revert AuctionNotOpen(id);
        end = _endOf(id, word, bidding.endsAt);
    }

    function _openWithoutBid(Bidding calldata bidding, Lot calldata lot)
        private
        view
        returns (bytes32 id, AuctionWord word, uint256 end)
    {
        (id, word, end) = _open(bidding, _hash(lot));
        if (msg.sender != lot.seller) revert NotSeller(msg.sender, lot.seller);
        if (word.bidder() != address(0)) revert AuctionHasBid(word.bidder(), word.amount());
    }

    function _endOf(bytes32 id, AuctionWord word, uint256 firstEnd) private view returns (uint256) {
        return word.phase() == AuctionPhase.MOVED ? _movedEnds[id] : firstEnd;
    }

    /// @dev The latest end that an edit or a bid can set.
    function _lastEnd(uint256 start) private pure returns (uint256) {
        return start + MAX_DURATION;
    }

    /// @dev Reads the royalty once, at a sample price, so that the collection cannot change it during the auction.
    function _royaltyOf(uint256 tokenId) private view returns (address receiver, uint16 bps) {
        uint256 amount;
        (receiver, amount) = BoundedCall.tryRoyaltyInfo(msg.sender, tokenId, ROYALTY_SAMPLE);
        uint256 most = AuctionRules.part(ROYALTY_SAMPLE, MAX_ROYALTY_BPS);
        if (amount > most) amount = most;
        // forge-lint: disable-next-line(unsafe-typecast) -- not above MAX_ROYALTY_BPS
        bps = uint16(amount * AuctionRules.BPS / ROYALTY_SAMPLE);
        if (receiver == address(0) || receiver == address(this) || bps == 0) return (address(0), 0);
    }

    function _leastBid(AuctionWord word, uint256 raiseBps) private pure returns (uint256) {
        return word.bidder() == address(0) ? word.amount() : AuctionRules.raised(word.amount(), raiseBps);
    }

    function _checkReservePrice(uint256 reservePrice) private pure {
        if (reservePrice == 0 || reservePrice > MAX_AMOUNT) revert ReservePriceNotAllowed(reservePrice, 1, MAX_AMOUNT);
    }

    function _checkEnd(uint256 start, uint256 end) private view {
        uint256 earliest = start > block.timestamp ? start : block.timestamp;
        uint256 latest = _lastEnd(start);
        if (end <= earliest || end > latest) revert EndNotAllowed(end, earliest, latest);
    }

    function _transferOut(Lot calldata lot, address to) private view returns (bytes memory) {
        return lot.kind == CollectionKind.ERC721
            // The overload without data.
            ? abi.encodeWithSelector(bytes4(0x42842e0e), address(this), to, lot.tokenId)
            : abi.encodeCall(IERC1155.safeTransferFrom, (address(this), to, lot.tokenId, lot.quantity, ""));
    }

    /// @dev Hashes the call data without decoding it. A word with dirty bits gives the id of no auction.
    function _idOf(Bidding calldata bidding, bytes32 lotHash) private pure returns (bytes32 id) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            calldatacopy(free, bidding, 0x80)
            mstore(add(free, 0x80), lotHash)
            id := keccak256(free, 0xa0)
        }
    }

    /// @dev See {_idOf}.
    function _hash(Lot calldata lot) private pure returns (bytes32 lotHash) {
        assembly ("memory-safe") {
            let free := mload(0x40)
            calldatacopy(free, lot, 0x140)
            lotHash := keccak256(free, 0x140)
        }
    }
}
