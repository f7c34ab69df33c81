// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionKind} from "../collection/ICollectionFactory.sol";

/// @notice A seller's terms, ABI-encoded (192 bytes) in the `data` of the transfer of the NFT.
/// @param currency The ERC-20 token of the bids; the auction house must allow it.
/// @param reservePrice The lowest first bid, for the whole lot, in base units: 1 to 2^88 - 1.
/// @param startsAt The first second in which bids are accepted, at most `MAX_START_DELAY` from now. Zero or a past time
/// means now.
/// @param endsAt The first second in which bids are no longer accepted; at most `MAX_DURATION` after the start.
/// @param raiseBps The bid increment in basis points; zero means 500 (5 %).
/// @param memo The seller's own reference, only emitted: it links the auction to the request it came from.
struct AuctionRequest {
    address currency;
    uint256 reservePrice;
    uint40 startsAt;
    uint40 endsAt;
    uint16 raiseBps;
    bytes32 memo;
}

/// @notice The bidding rules of an auction, fixed at its creation.
/// @param currency The ERC-20 token of the bids.
/// @param startsAt The first second in which bids are accepted.
/// @param endsAt The end set at creation; `auctionOf` returns the current end.
/// @param raiseBps The bid increment in basis points.
struct Bidding {
    address currency;
    uint40 startsAt;
    uint40 endsAt;
    uint16 raiseBps;
}

/// @notice The lot and its payees, fixed at the creation of the auction.
/// @param seller The sender of the NFT, who receives the price less fee and royalty.
/// @param collection The NFT's contract.
/// @param kind The token standard of the collection.
/// @param tokenId The token.
/// @param quantity The number of units sold together; 1 for an ERC-721 token.
/// @param feeRecipient The receiver of the marketplace fee.
/// @param feeBps The fee in basis points of the price.
/// @param royaltyReceiver The receiver of the royalty; zero if there is none.
/// @param royaltyBps The royalty in basis points of the price.
/// @param nonce Zero, or higher if the same seller already had an auction with equal terms.
struct Lot {
    address seller;
    address collection;
    CollectionKind kind;
    uint256 tokenId;
    uint256 quantity;
    address feeRecipient;
    uint16 feeBps;
    address royaltyReceiver;
    uint16 royaltyBps;
    uint64 nonce;
}

/// @notice The phase of an auction.
/// NONE: never created, or settled. OPEN: accepts bids or waits for settlement. MOVED: as OPEN, with an end that differs
/// from the one set at creation. HELD: over, and the NFT could not be delivered. CLOSED: cancelled, or claimed after HELD.
///
///     NONE --create--> OPEN --edit, late bid--> MOVED
///     OPEN, MOVED --settle, delivered--> NONE
///     OPEN, MOVED --cancel, delivered--> CLOSED
///     OPEN, MOVED --settle or cancel, not delivered--> HELD --claimToken--> CLOSED
enum AuctionPhase {
    NONE,
    OPEN,
    MOVED,
    HELD,
    CLOSED
}

/// @notice The current state of an auction.
/// @param id The id of the auction.
/// @param phase See {AuctionPhase}.
/// @param bidder The highest bidder; zero before the first bid. While HELD: the claimant of the NFT.
/// @param amount The highest bid; before the first bid, the reserve price. Zero unless OPEN or MOVED.
/// @param endsAt The current end. Zero unless OPEN or MOVED.
/// @param leastBid The lowest next bid. Zero unless OPEN or MOVED.
struct AuctionState {
    bytes32 id;
    AuctionPhase phase;
    address bidder;
    uint256 amount;
    uint256 endsAt;
    uint256 leastBid;
}

/// @title IAuctionHouse
/// @notice English auctions of ERC-721 tokens and of lots of ERC-1155 units. The contract holds the NFT and the highest bid.
/// A seller sends the NFT to it (`safeTransferFrom`) with an ABI-encoded {AuctionRequest} as `data`; no approval is needed.
///
/// The contract stores only the changing part of an auction. `AuctionCreated` emits its bidding rules and its lot once,
/// and each later call passes them. Their hash is the id, so nobody can pass different ones:
/// `id = keccak256(abi.encode(bidding, lotHash))` and `lotHash = keccak256(abi.encode(lot))`.
///
/// Guarantees:
/// - An outbid bidder is paid back in the same transaction. If that transfer fails, the amount is credited to
///   them. Nobody can prevent others from bidding.
/// - `settle` succeeds whatever the winner, the royalty receiver or the currency does: the seller is paid (or credited), and an
///   NFT that cannot be delivered is held until its winner names another recipient.
/// - Fee and royalty are fixed at the creation of the auction.
/// - The owner can pause new auctions, and set the fee (up to `MAX_FEE_BPS`) and the currencies of later
///   ones. The owner cannot affect an existing auction, nor any NFT or money held by the contract.
/// @dev A call that may fail (a refund, a payment, a delivery, `royaltyInfo`) has a gas limit, its return data
/// is not copied, and its failure counts only if it had the full limit: otherwise the whole transaction
/// reverts with `GasTooLow`, so that nobody can make the call fail by sending too little gas.
/// A currency that takes fees on transfers cannot be used to bid; the owner must not allow one whose balances shrink.
/// NFTs must arrive by `safeTransferFrom`: one sent by plain `transferFrom` carries no terms and cannot be recovered. Our own
/// collections refuse such a transfer.
interface IAuctionHouse {
    /// @notice An auction was created, and the contract holds its NFT.
    event AuctionCreated(
        bytes32 indexed auctionId,
        address indexed seller,
        bytes32 lotHash,
        uint256 reservePrice,
        bytes32 memo,
        Bidding bidding,
        Lot lot
    );
    /// @notice The seller changed the reserve price, the end, or both, before the first bid.
    event AuctionEdited(bytes32 indexed auctionId, uint256 reservePrice, uint256 endsAt);
    /// @notice The seller cancelled the auction before the first bid.
    event AuctionCancelled(bytes32 indexed auctionId);
    /// @notice A new highest bid. The previous one, if any, was paid back, or a `Credited` follows in this transaction.
    event BidPlaced(bytes32 indexed auctionId, address indexed bidder, uint256 amount);
    /// @notice A bid in the last 15 minutes moved the end to 15 minutes after the bid, but at most to 90
    /// days after the start. At that limit a bid moves nothing.
    event AuctionExtended(bytes32 indexed auctionId, uint256 endsAt);
    /// @notice The auction was settled. Without a bid, winner and amount are zero and the seller received the NFT back.
    /// @param amount The winner's payment. Fee and royalty, each rounded down, went to their receivers, and
    /// the rest to the seller. If one of these payments failed, a `Credited` follows in this transaction.
    event AuctionSettled(bytes32 indexed auctionId, address indexed winner, uint256 amount);
    /// @notice The NFT could not be delivered and is held for its claimant. Follows AuctionSettled or AuctionCancelled.
    event TokenHeld(bytes32 indexed auctionId, address indexed claimant);
    /// @notice A held NFT was delivered.
    event TokenClaimed(bytes32 indexed auctionId, address indexed claimant, address to);
    /// @notice A payment failed, and the contract keeps the amount for the account.
    event Credited(bytes32 indexed auctionId, address indexed account, address indexed currency, uint256 amount);
    /// @notice An account's whole credit in one currency was paid out.
    event CreditClaimed(address indexed account, address indexed currency, address to, uint256 amount);
    /// @notice The owner set the receiver and the height of the fee of later auctions.
    event FeeSet(address recipient, uint16 bps);
    /// @notice The owner allowed or disallowed a currency for later auctions.
    event CurrencySet(address indexed currency, bool allowed);
    /// @notice The owner paused or resumed new auctions.
    event PausedSet(bool paused);

    /// @notice New auctions are paused.
    error AuctionsPaused();
    /// @notice The data of the transfer is no {AuctionRequest}.
    error RequestMalformed(uint256 length, uint256 expected);
    /// @notice The NFT has no sender: it was minted to the contract.
    error SellerMissing();
    /// @notice The transfer has zero units.
    error QuantityMissing();
    /// @notice A batch transfer of ERC-1155 tokens is not accepted.
    error BatchNotAccepted();
    /// @notice The auction house does not allow this currency.
    error CurrencyNotAllowed(address currency);
    /// @notice The reserve price is zero or above `MAX_AMOUNT`.
    error ReservePriceNotAllowed(uint256 reservePrice, uint256 minimum, uint256 maximum);
    /// @notice The start is too far in the future.
    error StartNotAllowed(uint256 startsAt, uint256 latest);
    /// @notice The end is not after both the start and now (`earliest` is the later of them), or too far from the start.
    error EndNotAllowed(uint256 endsAt, uint256 earliest, uint256 latest);
    /// @notice The bid increment is too high.
    error RaiseNotAllowed(uint256 raiseBps, uint256 maximumBps);
    /// @notice No open auction has these bidding rules and this lot.
    error AuctionNotOpen(bytes32 auctionId);
    /// @notice Only the seller can do this.
    error NotSeller(address caller, address seller);
    /// @notice The auction has a bid and can no longer be changed.
    error AuctionHasBid(address bidder, uint256 amount);
    /// @notice The auction has not started.
    error AuctionNotStarted(uint256 startsAt, uint256 timestamp);
    /// @notice The auction is over; bids and edits are no longer accepted.
    error AuctionOver(uint256 endsAt, uint256 timestamp);
    /// @notice The auction is not over yet.
    error AuctionNotOver(uint256 endsAt, uint256 timestamp);
    /// @notice The bid is below the reserve price, or below the highest bid plus the bid increment.
    error BidTooLow(uint256 amount, uint256 leastBid);
    /// @notice The bid is above `MAX_AMOUNT`.
    error BidTooHigh(uint256 amount, uint256 maximum);
    /// @notice The seller moved the end past the latest end that the bidder accepted.
    error EndLaterThanSeen(uint256 endsAt, uint256 latestEnd);
    /// @notice The contract received less than the bid: the currency takes a fee.
    error BidNotReceived(uint256 received, uint256 expected);
    /// @notice A call failed that may fail, but without its full gas limit. Send more gas.
    error GasTooLow();
    /// @notice The contract holds no NFT to claim for this auction.
    error TokenNotHeld(bytes32 auctionId);
    /// @notice The account has no credit in this currency.
    error CreditMissing(address account, address currency);
    /// @notice Only the claimant can name another recipient.
    error NotClaimant(address caller, address claimant);
    /// @notice The recipient is the zero address or this contract.
    error RecipientNotAllowed(address recipient);
    /// @notice The fee is above the cap.
    error FeeTooHigh(uint256 feeBps, uint256 maximumBps);
    /// @notice The currency address has no code.
    error CurrencyMissing(address currency);
    /// @notice Ownership cannot be renounced: without an owner new auctions could never be paused.
    error OwnershipNotRenounceable();

    /// @notice Places a bid. Pulls the amount from the caller, who has approved this contract, and pays the previous bidder back.
    /// If the caller already is the highest bidder, only the difference is pulled.
    /// @param lotHash The hash of the lot, as in `AuctionCreated`.
    /// @param amount The whole bid, in base units; at least `auctionOf(bidding, lotHash).leastBid`.
    /// @param latestEnd The latest end that the bidder accepts. Checked for the first bid only: before it the seller
    /// can move the end, after it only bids can.
    function bid(Bidding calldata bidding, bytes32 lotHash, uint256 amount, uint256 latestEnd) external;

    /// @notice Sets the reserve price and the end, at most `MAX_DURATION` after the start. Only the seller, before the first bid and
    /// before the end.
    function edit(Bidding calldata bidding, Lot calldata lot, uint256 reservePrice, uint256 endsAt) external;

    /// @notice Cancels the auction and returns the NFT. Only the seller, before the first bid.
    function cancel(Bidding calldata bidding, Lot calldata lot) external;

    /// @notice Settles an auction after its end: pays seller, royalty and fee, and delivers the NFT to the winner, or to the seller if
    /// there was no bid. Anyone.
    function settle(Bidding calldata bidding, Lot calldata lot) external;

    /// @notice Sends a held NFT to its claimant (anyone can call this), or to another recipient if the claimant calls it.
    /// Reverts with the collection's error if it refuses.
    function claimToken(Bidding calldata bidding, Lot calldata lot, address to) external;

    /// @notice Pays an account's whole credit to the account (anyone can call this), or to another recipient if the account calls it.
    /// Reverts with the currency's error if it refuses.
    function claimCredit(address account, address currency, address to) external;

    /// @notice Sets the receiver and the height of the fee of later auctions. Only the owner.
    function setFee(address recipient, uint16 bps) external;

    /// @notice Allows or disallows a currency for later auctions. Only the owner.
    function setCurrency(address currency, bool allowed) external;

    /// @notice Pauses or resumes new auctions; existing ones continue. Only the owner.
    function setPaused(bool paused) external;

    /// @notice The current state of an auction.
    function auctionOf(Bidding calldata bidding, bytes32 lotHash) external view returns (AuctionState memory);

    /// @notice The hash of a lot.
    function hashLot(Lot calldata lot) external pure returns (bytes32);

    /// @notice The amount kept for an account whose payment failed, in base units.
    function creditOf(address account, address currency) external view returns (uint256);

    /// @notice Whether new auctions can use this currency.
    function isCurrency(address currency) external view returns (bool);

    /// @notice The receiver of the fee of later auctions.
    function feeRecipient() external view returns (address);

    /// @notice The fee of later auctions, in basis points.
    function feeBps() external view returns (uint16);

    /// @notice Whether new auctions are paused.
    function isPaused() external view returns (bool);
}
