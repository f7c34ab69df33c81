// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {CollectionKind} from "../collection/ICollectionFactory.sol";

/// @notice What a seller asks for. It travels ABI-encoded (192 bytes) in the `data` of the transfer that brings the NFT.
/// @param currency What bids are paid in: an ERC-20 token the house allows.
/// @param reservePrice The least first bid, for the whole lot, in the currency's base units: 1 to 2^88 - 1.
/// @param startsAt First second in which bids are taken, within `MAX_START_DELAY` from now; one in the past, or zero, means
/// at once.
/// @param endsAt The second from which no more bids are taken; within `MAX_DURATION` of the start.
/// @param raiseBps By how much a bid must pass the one before, in hundredths of a percent; zero means 500 (5 %).
/// @param memo The seller's own mark, only logged: it tells which wish of his became this auction.
struct AuctionRequest {
    address currency;
    uint256 reservePrice;
    uint40 startsAt;
    uint40 endsAt;
    uint16 raiseBps;
    bytes32 memo;
}

/// @notice The rules of bidding for a lot, fixed while the auction runs.
/// @param currency What bids are paid in.
/// @param startsAt First second in which bids are taken.
/// @param endsAt The end as first set; `auctionOf` knows the end now.
/// @param raiseBps By how much a bid must pass the one before, in hundredths of a percent.
struct Bidding {
    address currency;
    uint40 startsAt;
    uint40 endsAt;
    uint16 raiseBps;
}

/// @notice What is sold, and who is paid for it, fixed while the auction runs.
/// @param seller Who sent the NFT, and gets what fee and royalty leave of the price.
/// @param collection The NFT's contract.
/// @param kind Which standard the collection speaks.
/// @param tokenId Which token.
/// @param quantity How many units are sold together; 1 of an ERC-721 token.
/// @param feeRecipient Who receives the marketplace's fee.
/// @param feeBps The fee, in hundredths of a percent of the price.
/// @param royaltyReceiver Who receives the royalty; zero where there is none.
/// @param royaltyBps The royalty, in hundredths of a percent of the price.
/// @param nonce Zero, or more where the same seller has had an auction with the very same terms.
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

/// @notice Where an auction stands.
/// NONE: never made, or settled. OPEN: made, to be bid on or settled. MOVED: the same, with another end than first set.
/// HELD: over, but its NFT could not be delivered and waits to be claimed. CLOSED: cancelled, or settled and then claimed.
enum AuctionPhase {
    NONE,
    OPEN,
    MOVED,
    HELD,
    CLOSED
}

/// @notice How an auction stands.
/// @param id Its id.
/// @param phase See {AuctionPhase}.
/// @param bidder The highest bidder; zero before the first bid. While HELD: who may claim the NFT.
/// @param amount The highest bid; before the first bid, the reserve price. Zero unless OPEN or MOVED.
/// @param endsAt The end now. Zero unless OPEN or MOVED.
/// @param leastBid The least that the next bid must be. Zero unless OPEN or MOVED.
struct AuctionState {
    bytes32 id;
    AuctionPhase phase;
    address bidder;
    uint256 amount;
    uint256 endsAt;
    uint256 leastBid;
}

/// @title The house where NFTs are sold to the highest bidder
/// @notice English auctions of ERC-721 tokens and of lots of ERC-1155 units. The NFT and the highest bid lie in the house.
/// A seller sends the NFT here (`safeTransferFrom`) with an ABI-encoded {AuctionRequest} as `data`; no approval is needed.
///
/// The house stores of an auction only what changes. Its rules of bidding and its lot are told once, by `AuctionCreated`,
/// and whoever acts on the auction brings them along; their hash is its id, so nobody can bring others:
/// `id = keccak256(abi.encode(bidding, lotHash))` and `lotHash = keccak256(abi.encode(lot))`.
///
/// What holds whatever anyone does:
/// - The outbid are paid back in the transaction that outbids them. Where their transfer fails, the sum is credited to
///   them. Nobody can keep others from bidding.
/// - Whatever a winner, a royalty or a payment token does, `settle` goes through: the seller is paid (or credited), and an
///   NFT that can't be delivered is held until its winner names another place for it.
/// - Fee and royalty are fixed when the auction is made.
/// - The owner can stop new auctions, set the fee of later ones (within `MAX_FEE_BPS`), and choose the currencies of later
///   ones. Nothing he can do touches an auction that is there, or any NFT or money in the house.
/// @dev A call that is allowed to fail (a refund, a payment, a delivery, the royalty's reading) gets bounded gas, its answer
/// is not copied, and its failure counts only if it had all the gas it was promised: otherwise the whole transaction
/// reverts with `GasTooLow`, so that nobody can make it fail by sending little.
/// A token that takes fees on transfers can't be bid with; one that shrinks balances must not be allowed by the owner.
/// NFTs must come by `safeTransferFrom`: one sent by a plain `transferFrom` says nothing, and nobody can get it out. Our own
/// collections refuse such a transfer.
interface IAuctionHouse {
    /// @notice An auction was made, and its NFT lies in the house.
    event AuctionCreated(
        bytes32 indexed auctionId,
        address indexed seller,
        bytes32 lotHash,
        uint256 reservePrice,
        bytes32 memo,
        Bidding bidding,
        Lot lot
    );
    /// @notice The seller set another reserve price or end (one of them may be as before). There was no bid yet.
    event AuctionEdited(bytes32 indexed auctionId, uint256 reservePrice, uint256 endsAt);
    /// @notice The seller took the auction back. There was no bid.
    event AuctionCancelled(bytes32 indexed auctionId);
    /// @notice A bid is the highest now. The one before, if any, was paid back, or a `Credited` follows in this transaction.
    event BidPlaced(bytes32 indexed auctionId, address indexed bidder, uint256 amount);
    /// @notice A bid in the last 15 minutes moved the end: to 15 minutes from then, or to the last end an auction can have, 90
    /// days after its start. A bid in the 15 minutes before that one moves nothing.
    event AuctionExtended(bytes32 indexed auctionId, uint256 endsAt);
    /// @notice The auction is over. Without a bid the winner and the amount are zero; the seller got the NFT back.
    /// @param amount What the winner paid. Of it the lot's fee and royalty went, each rounded down, to who receives them, and
    /// the rest to the seller; where one of these payments failed, a `Credited` follows in this transaction.
    event AuctionSettled(bytes32 indexed auctionId, address indexed winner, uint256 amount);
    /// @notice The NFT could not be delivered, and waits for its claimant. Follows AuctionSettled or AuctionCancelled.
    event TokenHeld(bytes32 indexed auctionId, address indexed claimant);
    /// @notice A held NFT left the house.
    event TokenClaimed(bytes32 indexed auctionId, address indexed claimant, address to);
    /// @notice A payment failed, and the house keeps the sum for the account.
    event Credited(bytes32 indexed auctionId, address indexed account, address indexed currency, uint256 amount);
    /// @notice All of an account's credit in one currency was paid out.
    event CreditClaimed(address indexed account, address indexed currency, address to, uint256 amount);
    /// @notice The owner set who receives the fee and how high it is, both of later auctions only.
    event FeeSet(address recipient, uint16 bps);
    /// @notice The owner allowed a currency for later auctions, or stopped it for them.
    event CurrencySet(address indexed currency, bool allowed);
    /// @notice The owner stopped new auctions, or let them on again.
    event PausedSet(bool paused);

    /// @notice The owner has stopped new auctions.
    error AuctionsPaused();
    /// @notice The NFT came without an {AuctionRequest} in its data.
    error RequestMalformed(uint256 length, uint256 expected);
    /// @notice Nobody sent the NFT: it was minted into the house.
    error SellerMissing();
    /// @notice Zero units can't be sold.
    error QuantityMissing();
    /// @notice ERC-1155 units come one token at a time.
    error BatchNotAccepted();
    /// @notice Bids can't be made in this currency.
    error CurrencyNotAllowed(address currency);
    /// @notice The reserve price is zero, or more than the house can count.
    error ReservePriceNotAllowed(uint256 reservePrice, uint256 minimum, uint256 maximum);
    /// @notice The start is too far ahead.
    error StartNotAllowed(uint256 startsAt, uint256 latest);
    /// @notice The end is not after the start and now (`earliest` is the later of them), or too far from the start.
    error EndNotAllowed(uint256 endsAt, uint256 earliest, uint256 latest);
    /// @notice The least raise is too high.
    error RaiseNotAllowed(uint256 raiseBps, uint256 maximumBps);
    /// @notice No auction that is still open has these rules and this lot.
    error AuctionNotOpen(bytes32 auctionId);
    /// @notice Only the seller may do this.
    error NotSeller(address caller, address seller);
    /// @notice There is a bid: from then on the auction runs as it is.
    error AuctionHasBid(address bidder, uint256 amount);
    /// @notice Bids are not taken yet.
    error AuctionNotStarted(uint256 startsAt, uint256 timestamp);
    /// @notice Bids and changes are no longer taken.
    error AuctionOver(uint256 endsAt, uint256 timestamp);
    /// @notice The auction can't be settled yet.
    error AuctionNotOver(uint256 endsAt, uint256 timestamp);
    /// @notice The bid is less than the reserve price, or does not pass the highest bid by enough.
    error BidTooLow(uint256 amount, uint256 leastBid);
    /// @notice The bid is more than the house can count.
    error BidTooHigh(uint256 amount, uint256 maximum);
    /// @notice The seller put the end further off than the bidder had seen.
    error EndLaterThanSeen(uint256 endsAt, uint256 latestEnd);
    /// @notice The currency brought less than the bid: it takes a fee.
    error BidNotReceived(uint256 received, uint256 expected);
    /// @notice A call that may fail would have had too little gas to prove that it does: send more.
    error GasTooLow();
    /// @notice Nothing is held for this auction.
    error TokenNotHeld(bytes32 auctionId);
    /// @notice The account has no credit in this currency.
    error CreditMissing(address account, address currency);
    /// @notice Only the account itself may send what is its own elsewhere.
    error NotClaimant(address caller, address claimant);
    /// @notice Neither nobody nor the house itself can be the one who receives.
    error RecipientNotAllowed(address recipient);
    /// @notice The fee is above the cap.
    error FeeTooHigh(uint256 feeBps, uint256 maximumBps);
    /// @notice There is no contract where the currency should be.
    error CurrencyMissing(address currency);
    /// @notice Without an owner new auctions could never be stopped.
    error OwnershipNotRenounceable();

    /// @notice Bids. Pulls the amount from the caller (who has approved the house), and pays the bidder before him back.
    /// A caller who is the highest bidder already raises his bid, and only the difference is pulled.
    /// @param lotHash The hash of the lot, as `AuctionCreated` told it.
    /// @param amount The whole bid, in the currency's base units; at least `auctionOf(bidding, lotHash).leastBid`.
    /// @param latestEnd The end the bidder saw (or anything later). Only the first bid is held to it: until then the seller
    /// may move the end, afterwards only other bids do.
    function bid(Bidding calldata bidding, bytes32 lotHash, uint256 amount, uint256 latestEnd) external;

    /// @notice Sets another reserve price and end, within `MAX_DURATION` of the start. Only the seller, before the first bid and
    /// the end.
    function edit(Bidding calldata bidding, Lot calldata lot, uint256 reservePrice, uint256 endsAt) external;

    /// @notice Ends the auction and gives the NFT back. Only the seller, before the first bid.
    function cancel(Bidding calldata bidding, Lot calldata lot) external;

    /// @notice Closes an auction that is over: pays seller, royalty and fee, and delivers the NFT to the winner; without a
    /// bid, back to the seller. Anyone.
    function settle(Bidding calldata bidding, Lot calldata lot) external;

    /// @notice Sends a held NFT to its claimant (anyone may ask for that), or wherever the claimant himself wants it.
    /// Fails with the collection's own error when it refuses.
    function claimToken(Bidding calldata bidding, Lot calldata lot, address to) external;

    /// @notice Pays out all of an account's credit, to the account (anyone may ask for that), or wherever it itself wants it.
    /// Fails with the currency's own error when it refuses.
    function claimCredit(address account, address currency, address to) external;

    /// @notice Sets who receives the fee, and the fee of later auctions. Only the owner.
    function setFee(address recipient, uint16 bps) external;

    /// @notice Allows a currency for later auctions, or stops it for them. Only the owner.
    function setCurrency(address currency, bool allowed) external;

    /// @notice Stops new auctions and nothing else, or lets them on again. Only the owner.
    function setPaused(bool paused) external;

    /// @notice How an auction stands now.
    function auctionOf(Bidding calldata bidding, bytes32 lotHash) external view returns (AuctionState memory);

    /// @notice The hash of a lot.
    function hashLot(Lot calldata lot) external pure returns (bytes32);

    /// @notice What the house keeps for an account whose payment failed.
    function creditOf(address account, address currency) external view returns (uint256);

    /// @notice Whether later auctions may be in this currency.
    function isCurrency(address currency) external view returns (bool);

    /// @notice Who receives the fee of later auctions.
    function feeRecipient() external view returns (address);

    /// @notice The fee of later auctions, in hundredths of a percent.
    function feeBps() external view returns (uint16);

    /// @notice Whether new auctions are stopped.
    function isPaused() external view returns (bool);
}
