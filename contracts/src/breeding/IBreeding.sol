// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing, Siring, Terms} from "./BreedingRecords.sol";

/// @title Where two tokens of a collection have a child
/// @notice Only in ERC-721 collections of the marketplace's factory whose creator has opened them and lets this contract mint.
/// All money is WETH.
///
/// What holds whatever anyone does:
/// - A child's genes follow from its parents' genes and one seed: `keccak256(abi.encode(id, blockhash(targetBlock), secret))`.
///   The operator committed to the secret before the breeding; the block is mined after it. Who knows one does not know the
///   other, and there is no second draw: a block's hash missed is a child lost, and both uses stay spent.
/// - A token is a parent at most `MAX_USES` times, never with itself, its parents, its children or its siblings, never while
///   it rests or expects.
/// - The child is its matron's owner's at hatch.
/// - The fee is the creator's, less the marketplace's share fixed at the breeding; or, where the hash was missed, or nothing
///   hatched within `PATIENCE` after everything was there for it (`MAX_PATIENCE` whatever anyone does), the breeder's again.
/// - The operator commits to one batch ahead of the one in use. The owner can stop new breedings, set the fee's share of
///   later ones, name the operator, and replace the secrets of a batch of which no id is used. Nothing they can do touches
///   any token or money.
/// @dev A creator who takes the minter away, or a child's id, spoils breedings of his own collection only; they are refunded.
/// A token listed elsewhere is no concern of this contract: the marketplace refuses to breed one, its buyer gets what it is.
interface IBreeding {
    /// @notice A creator opened his collection, for the first time or again.
    event Opened(
        address indexed collection,
        address indexed creator,
        uint96 baseFee,
        uint8 traits,
        uint64 counts,
        bytes32 vocabulary
    );
    /// @notice The creator set another base fee.
    event BaseFeeSet(address indexed collection, uint96 baseFee);
    /// @notice The creator closed his collection: nothing new is bred; what is expected hatches.
    event Closed(address indexed collection);
    /// @notice A founder got its genes.
    event Enrolled(address indexed collection, uint256 indexed tokenId, uint256 genes);
    /// @notice An owner offers his token as a sire, once. It holds until used, withdrawn or over, or the token moves.
    event SiringOffered(
        address indexed collection, uint256 indexed tokenId, address indexed owner, uint96 price, uint40 endsAt
    );
    /// @notice An owner took his offer back.
    event SiringWithdrawn(address indexed collection, uint256 indexed tokenId);
    /// @notice Two tokens were paired. Uses are those after; a siring price above zero says that an offer was used up.
    /// @param fee What was paid for both, and is kept until the outcome.
    /// @param siringPrice What was paid to the sire's owner, the marketplace's share included; zero for an own sire.
    /// @param targetBlock The block whose hash is half of the draw.
    /// @param readyAt When the child can hatch, and the matron's rest is over.
    /// @param sireReadyAt When the sire's rest is over.
    /// @param generation The child's.
    event Bred(
        uint256 indexed id,
        address indexed collection,
        uint256 matronId,
        uint256 sireId,
        address breeder,
        uint256 fee,
        uint256 siringPrice,
        uint64 targetBlock,
        uint40 readyAt,
        uint40 sireReadyAt,
        uint8 matronUses,
        uint8 sireUses,
        uint16 generation
    );
    /// @notice The target block's hash was kept: the draw is fixed.
    event BlockKept(uint256 indexed id, bytes32 blockHash);
    /// @notice A child was born. With what is told here anybody can draw it again.
    event Hatched(
        uint256 indexed id,
        address indexed collection,
        uint256 childId,
        address to,
        bytes32 secret,
        uint256 seed,
        uint256 matronGenes,
        uint256 sireGenes,
        uint256 genes,
        bytes32 digest
    );
    /// @notice There will be no child. Refund: the whole fee.
    event Lost(uint256 indexed id, uint256 refund);
    /// @notice The operator committed to the secrets of a batch of ids.
    event Committed(uint256 indexed batch, bytes32 root);
    /// @notice The owner replaced the secrets of a batch of which no id was used.
    event RootReplaced(uint256 indexed batch, bytes32 root, bytes32 former);
    /// @notice A payment failed, and the sum is kept for the account.
    event Credited(address indexed account, uint256 amount);
    /// @notice All of an account's credit was paid out.
    event Claimed(address indexed account, uint256 amount);
    /// @notice The owner named another operator.
    event OperatorSet(address indexed operator);
    /// @notice The owner set who receives the fee's share and how high it is in later breedings.
    event FeeSet(address recipient, uint16 bps);
    /// @notice The owner stopped new breedings, or let them on again.
    event PausedSet(bool paused);

    /// @notice The owner has stopped new breedings.
    error BreedingPaused();
    /// @notice The collection is not open for breeding.
    error NotOpen(address collection);
    /// @notice The collection is not one of the factory's ERC-721 collections.
    error CollectionNotOurs(address collection);
    /// @notice Only the collection's creator may do this.
    error NotCreator(address caller, address creator);
    /// @notice The creator has not let (or no longer lets) this contract mint.
    error MinterMissing(address collection);
    /// @notice Traits, counts and vocabulary are as they were first set, for ever.
    error TermsFixed(address collection);
    /// @notice There are 1 to 12 traits with 1 to 32 values each, and counts of no others.
    error TraitsNotAllowed(uint256 traits, uint256 counts);
    /// @notice The base fee is too high to be counted.
    error BaseFeeTooHigh(uint256 baseFee, uint256 maximum);
    /// @notice Each token needs its genes.
    error LengthsDiffer(uint256 tokens, uint256 genes);
    /// @notice A gene is no value of its trait.
    error GenesNotAllowed(uint256 tokenId, uint256 genes);
    /// @notice The token's number is too high to be bred.
    error TokenIdTooHigh(uint256 tokenId, uint256 maximum);
    /// @notice The token has genes already.
    error AlreadyEnrolled(uint256 tokenId);
    /// @notice The token has no genes.
    error NotEnrolled(uint256 tokenId);
    /// @notice Only the token's owner may do this.
    error NotTokenOwner(uint256 tokenId, address caller, address owner);
    /// @notice Nobody offers this token as a sire (any more).
    error NoSiringOffer(uint256 tokenId);
    /// @notice The offer ends in the past, or more than `MAX_SIRING` ahead.
    error SiringEndNotAllowed(uint256 endsAt, uint256 timestamp);
    /// @notice No token has a child with itself.
    error SameToken(uint256 tokenId);
    /// @notice The two are parent and child, or siblings.
    error Related(uint256 matronId, uint256 sireId);
    /// @notice The token carries a child that has not hatched.
    error Expecting(uint256 tokenId, uint256 id);
    /// @notice The token rests.
    error Resting(uint256 tokenId, uint256 readyAt);
    /// @notice The token has been a parent as often as it can.
    error WornOut(uint256 tokenId);
    /// @notice Fee and siring price are more than the breeder agreed to.
    error CostTooHigh(uint256 cost, uint256 maxCost);
    /// @notice The operator has not committed to the secret of the next breeding.
    error NoCommitment(uint256 id);
    /// @notice No such breeding, or its outcome is there already.
    error NotExpecting(uint256 id);
    /// @notice The child can't hatch yet.
    error NotReady(uint256 id, uint256 readyAt);
    /// @notice The target block is not mined yet, or in this very block.
    error BlockNotMined(uint256 id, uint256 targetBlock);
    /// @notice Nobody kept the target block's hash in time: the child is lost.
    error BlockMissed(uint256 id, uint256 targetBlock);
    /// @notice Not the secret the operator committed to.
    error SecretNotCommitted(uint256 id);
    /// @notice Not the operator's signature over this birth.
    error InvalidBirthSignature(address operator);
    /// @notice The matron lies in the auction house: who wins her gets the child.
    error InAuction(uint256 tokenId);
    /// @notice It is too early to give the breeding up.
    error NotLost(uint256 id, uint256 lostAt);
    /// @notice The account has no credit.
    error CreditMissing(address account);
    /// @notice Only the operator commits.
    error NotOperator(address caller);
    /// @notice There must be an operator.
    error OperatorMissing();
    /// @notice The operator commits to at most one batch ahead of the one in use.
    error CommitTooEarly(uint256 batch, uint256 current);
    /// @notice An id of the batch is used: its secrets stay.
    error BatchInUse(uint256 batch);
    /// @notice An empty root commits to nothing.
    error RootMissing();
    /// @notice Neither nobody nor this contract can receive.
    error RecipientNotAllowed(address recipient);
    /// @notice The share is above the cap.
    error FeeTooHigh(uint256 feeBps, uint256 maximumBps);
    /// @notice There is no contract where one should be.
    error ContractMissing(address account);
    /// @notice Without an owner new breedings could never be stopped.
    error OwnershipNotRenounceable();

    /// @notice Opens a collection, or opens it again with another base fee. Only its creator, who also lets this contract mint
    /// (`setMinter`).
    /// @param baseFee At most `MAX_BASE_FEE`.
    function open(address collection, uint96 baseFee, uint8 traits, uint64 counts, bytes32 vocabulary) external;

    /// @notice Sets the base fee. Only the creator, while open.
    function setBaseFee(address collection, uint96 baseFee) external;

    /// @notice Stops new breedings in a collection. Only the creator, while open.
    function close(address collection) external;

    /// @notice Gives founders their genes, once each. Only the creator, while open.
    function enrol(address collection, uint256[] calldata tokenIds, uint256[] calldata genes) external;

    /// @notice Offers a token as a sire, once; another offer of it is replaced. Only its owner.
    /// @param endsAt At most `MAX_SIRING` ahead.
    function offerSiring(address collection, uint256 tokenId, uint96 price, uint40 endsAt) external;

    /// @notice Takes the offer back. Only the token's owner.
    function withdrawSiring(address collection, uint256 tokenId) external;

    /// @notice Pairs two tokens. Only the matron's owner; the sire is his own, or stands offered. Pulls fee and siring price.
    /// @param maxCost The most that fee and siring price may come to.
    function breed(address collection, uint256 matronId, uint256 sireId, uint256 maxCost) external returns (uint256 id);

    /// @notice Keeps the hash of a breeding's target block, from the block after it and within 256 (8,191 where the chain has
    /// EIP-2935). Anyone. Kept already: nothing.
    function keep(uint256 id) external;

    /// @notice Hatches. Anyone, with the operator's secret and signature.
    /// @param proof The ten hashes beside the way from the secret's leaf to its batch's root.
    /// @param digest sha-256 of the child's metadata.
    /// @param operatorSignature EIP-712 over `Birth(uint256 id,bytes32 digest)`, domain { "Skarb Breeding", "1" }.
    function hatch(
        uint256 id,
        bytes32 secret,
        bytes32[] calldata proof,
        bytes32 digest,
        bytes calldata operatorSignature
    ) external returns (uint256 childId);

    /// @notice Gives a breeding up, with the fee refunded. Anyone: if the target block's hash was missed, at once; otherwise
    /// `PATIENCE` after it was ready and the matron last moved, not while she is in the auction house; and in any case
    /// `MAX_PATIENCE` after it was ready.
    function lose(uint256 id) external;

    /// @notice Pays an account its credit. Anyone.
    function claim(address account) external;

    /// @notice Commits to the secrets of the next batch of ids, at most one ahead of the one in use. Only the operator.
    /// @return batch Its number: ids `batch * 1024 + 1` to `(batch + 1) * 1024`.
    function commit(bytes32 root) external returns (uint256 batch);

    /// @notice Replaces the secrets of a batch of which no id is used yet, such as one a stolen key committed to. Only the owner.
    function replaceRoot(uint256 batch, bytes32 root) external;

    /// @notice Sets who receives the fee's share now, and its height in later breedings. Only the owner.
    function setFee(address recipient, uint16 bps) external;

    /// @notice Names the operator. Only the owner.
    function setOperator(address operator) external;

    /// @notice Stops new breedings and nothing else, or lets them on again. Only the owner.
    function setPaused(bool paused) external;

    function termsOf(address collection) external view returns (Terms memory);

    function lifeOf(address collection, uint256 tokenId) external view returns (Life memory);

    /// @notice The siring offer that holds now, or zeros.
    function siringOf(address collection, uint256 tokenId) external view returns (Siring memory);

    function breedingOf(uint256 id) external view returns (Pairing memory);

    /// @notice Whether the two are one, parent and child, or full or half siblings.
    function isRelated(address collection, uint256 one, uint256 other) external view returns (bool);

    /// @notice The token's part of the fee of its next breeding. Fails with the reason if it has none.
    function feeOf(address collection, uint256 tokenId) external view returns (uint256);

    /// @notice What the matron's owner would pay. Fails with the reason if he can't.
    function costOf(address collection, uint256 matronId, uint256 sireId)
        external
        view
        returns (uint256 fee, uint256 siringPrice);

    /// @notice The id that the child of a breeding has or will have: the breeding's number within this contract's range of
    /// ids in the pairing's collection. Fails for a breeding that never was.
    function childIdOf(uint256 id) external view returns (uint256);

    /// @notice The child's genes; see `Genome`.
    function mix(uint256 matronGenes, uint256 sireGenes, uint256 seed, uint256 traits, uint256 counts)
        external
        pure
        returns (uint256);

    /// @notice The EIP-712 hash the operator signs for a birth.
    function hashBirth(uint256 id, bytes32 digest) external view returns (bytes32);

    /// @notice The id the next breeding gets.
    function nextId() external view returns (uint256);

    /// @notice How many batches are committed to.
    function batchCount() external view returns (uint256);

    /// @notice The root of a batch.
    function rootOf(uint256 batch) external view returns (bytes32);

    /// @notice What is kept for an account whose payment failed, in base units of WETH.
    function creditOf(address account) external view returns (uint256);

    function operator() external view returns (address);

    function feeRecipient() external view returns (address);

    /// @notice The marketplace's share of later breedings' fees and siring prices, in hundredths of a percent.
    function feeBps() external view returns (uint16);

    function isPaused() external view returns (bool);
}
