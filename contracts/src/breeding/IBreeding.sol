// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Life, Pairing, Siring, Terms} from "./BreedingRecords.sol";

/// @title IBreeding
/// @notice Breeds two tokens of one collection. Works for ERC-721 collections of the marketplace's factory whose creator opened
/// them for breeding and allowed this contract to mint. All payments are in WETH.
///
/// Guarantees:
/// - A child's genes follow from its parents' genes and one seed: `keccak256(abi.encode(id, blockhash(targetBlock), secret))`.
///   The operator committed to the secret before the breeding; the block is mined after it. Nobody knows both in advance,
///   and there is no second draw: if the block hash expires, the child is lost and both uses stay spent.
/// - A token is a parent at most `MAX_USES` times, never with itself, its parents, its children or its siblings, never while
///   it rests or expects.
/// - The owner of the matron at hatch receives the child.
/// - The creator receives the fee, less the marketplace's share, which is fixed at the breeding. If the block hash expired, or the
///   child did not hatch within `PATIENCE` after it could (at most `MAX_PATIENCE`), the breeder is refunded.
/// - The operator commits at most one batch ahead of the one in use. The owner can pause new breedings, set the share of
///   later ones, set the operator, and replace the root of a batch without used ids. Neither can affect
///   any token or money.
/// @dev A creator who revokes the minter only harms breedings of their own collection; they are refunded.
/// This contract does not know listings: the marketplace refuses to breed a listed token, and a buyer gets the token in
/// its current state.
interface IBreeding {
    /// @notice A creator opened their collection, for the first time or again.
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
    /// @notice The creator closed their collection to new breedings. Running ones hatch.
    event Closed(address indexed collection);
    /// @notice A founder received its genes.
    event Enrolled(address indexed collection, uint256 indexed tokenId, uint256 genes);
    /// @notice An owner offered their token as a sire, for one use. Valid until used, withdrawn or ended, or until the token moves.
    event SiringOffered(
        address indexed collection, uint256 indexed tokenId, address indexed owner, uint96 price, uint40 endsAt
    );
    /// @notice An owner withdrew their siring offer.
    event SiringWithdrawn(address indexed collection, uint256 indexed tokenId);
    /// @notice Two tokens were bred. Uses include this one; a siring price above zero means that a siring offer was used.
    /// @param fee The fee for both parents, held until the outcome.
    /// @param siringPrice The payment to the sire's owner, including the marketplace's share; zero for an own sire.
    /// @param targetBlock The block whose hash is half of the randomness.
    /// @param readyAt The time from which the child can hatch; the matron's rest ends then too.
    /// @param sireReadyAt The end of the sire's rest.
    /// @param generation The generation of the child.
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
    /// @notice The hash of the target block was stored, which fixes the randomness.
    event BlockKept(uint256 indexed id, bytes32 blockHash);
    /// @notice A child was minted. The fields suffice to verify its genes.
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
    /// @notice The breeding has no child; the whole fee is refunded.
    event Lost(uint256 indexed id, uint256 refund);
    /// @notice The operator committed to the secrets of a batch of ids.
    event Committed(uint256 indexed batch, bytes32 root);
    /// @notice The owner replaced the root of a batch without used ids.
    event RootReplaced(uint256 indexed batch, bytes32 root, bytes32 former);
    /// @notice A payment failed, and the contract keeps the amount for the account.
    event Credited(address indexed account, uint256 amount);
    /// @notice An account's whole credit was paid out.
    event Claimed(address indexed account, uint256 amount);
    /// @notice The owner set the operator.
    event OperatorSet(address indexed operator);
    /// @notice The owner set the receiver and the height of the marketplace's share of later breedings.
    event FeeSet(address recipient, uint16 bps);
    /// @notice The owner paused or resumed new breedings.
    event PausedSet(bool paused);

    /// @notice New breedings are paused.
    error BreedingPaused();
    /// @notice The collection is not open for breeding.
    error NotOpen(address collection);
    /// @notice The collection is not one of the factory's ERC-721 collections.
    error CollectionNotOurs(address collection);
    /// @notice Only the creator of the collection can do this.
    error NotCreator(address caller, address creator);
    /// @notice The creator has not allowed this contract to mint, or revoked it.
    error MinterMissing(address collection);
    /// @notice Traits, counts and vocabulary cannot change after the first opening.
    error TermsFixed(address collection);
    /// @notice There must be 1 to 12 traits with 1 to 32 values each, and no counts beyond them.
    error TraitsNotAllowed(uint256 traits, uint256 counts);
    /// @notice The base fee is too high.
    error BaseFeeTooHigh(uint256 baseFee, uint256 maximum);
    /// @notice The lists of tokens and genes differ in length.
    error LengthsDiffer(uint256 tokens, uint256 genes);
    /// @notice A gene is not a value of its trait.
    error GenesNotAllowed(uint256 tokenId, uint256 genes);
    /// @notice The token's id is too high to be bred.
    error TokenIdTooHigh(uint256 tokenId, uint256 maximum);
    /// @notice The token has genes already.
    error AlreadyEnrolled(uint256 tokenId);
    /// @notice The token has no genes.
    error NotEnrolled(uint256 tokenId);
    /// @notice Only the owner of the token can do this.
    error NotTokenOwner(uint256 tokenId, address caller, address owner);
    /// @notice The token has no valid siring offer.
    error NoSiringOffer(uint256 tokenId);
    /// @notice The siring offer ends in the past, or later than `MAX_SIRING` from now.
    error SiringEndNotAllowed(uint256 endsAt, uint256 timestamp);
    /// @notice Matron and sire are the same token.
    error SameToken(uint256 tokenId);
    /// @notice The tokens are parent and child, or siblings.
    error Related(uint256 matronId, uint256 sireId);
    /// @notice The token is expecting a child.
    error Expecting(uint256 tokenId, uint256 id);
    /// @notice The token is resting.
    error Resting(uint256 tokenId, uint256 readyAt);
    /// @notice The token has no uses left.
    error WornOut(uint256 tokenId);
    /// @notice Fee and siring price exceed the limit that the breeder accepted.
    error CostTooHigh(uint256 cost, uint256 maxCost);
    /// @notice The operator has not committed to the secret of the next breeding.
    error NoCommitment(uint256 id);
    /// @notice There is no such breeding, or it has hatched or was lost.
    error NotExpecting(uint256 id);
    /// @notice The child cannot hatch yet.
    error NotReady(uint256 id, uint256 readyAt);
    /// @notice The target block is not mined yet, or is the current block.
    error BlockNotMined(uint256 id, uint256 targetBlock);
    /// @notice The hash of the target block was not stored in time; the child is lost.
    error BlockMissed(uint256 id, uint256 targetBlock);
    /// @notice The operator did not commit to this secret.
    error SecretNotCommitted(uint256 id);
    /// @notice The operator did not sign this birth.
    error InvalidBirthSignature(address operator);
    /// @notice The auction house holds the matron; the winner receives the child.
    error InAuction(uint256 tokenId);
    /// @notice The breeding cannot be declared lost yet.
    error NotLost(uint256 id, uint256 lostAt);
    /// @notice The account has no credit.
    error CreditMissing(address account);
    /// @notice Only the operator can commit.
    error NotOperator(address caller);
    /// @notice The operator is the zero address.
    error OperatorMissing();
    /// @notice The operator can commit at most one batch ahead of the one in use.
    error CommitTooEarly(uint256 batch, uint256 current);
    /// @notice An id of the batch is used, so its root cannot change.
    error BatchInUse(uint256 batch);
    /// @notice The root is zero.
    error RootMissing();
    /// @notice The recipient is the zero address or this contract.
    error RecipientNotAllowed(address recipient);
    /// @notice The share is above the cap.
    error FeeTooHigh(uint256 feeBps, uint256 maximumBps);
    /// @notice The address has no code.
    error ContractMissing(address account);
    /// @notice Ownership cannot be renounced: without an owner new breedings could never be paused.
    error OwnershipNotRenounceable();

    /// @notice Opens a collection, or reopens it with another base fee. Only its creator, who must also allow this contract to mint
    /// (`setMinter`).
    /// @param baseFee At most `MAX_BASE_FEE`.
    function open(address collection, uint96 baseFee, uint8 traits, uint64 counts, bytes32 vocabulary) external;

    /// @notice Sets the base fee. Only the creator, while open.
    function setBaseFee(address collection, uint96 baseFee) external;

    /// @notice Closes a collection to new breedings. Only the creator, while open.
    function close(address collection) external;

    /// @notice Sets the genes of founders, once for each. Only the creator, while open.
    function enrol(address collection, uint256[] calldata tokenIds, uint256[] calldata genes) external;

    /// @notice Offers a token as a sire for one use, and replaces an earlier offer. Only its owner.
    /// @param endsAt At most `MAX_SIRING` from now.
    function offerSiring(address collection, uint256 tokenId, uint96 price, uint40 endsAt) external;

    /// @notice Withdraws a siring offer. Only the owner of the token.
    function withdrawSiring(address collection, uint256 tokenId) external;

    /// @notice Breeds two tokens. Only the matron's owner; the sire has the same owner or a siring offer. Pulls fee and siring price.
    /// @param maxCost The highest accepted sum of fee and siring price.
    function breed(address collection, uint256 matronId, uint256 sireId, uint256 maxCost) external returns (uint256 id);

    /// @notice Stores the hash of a breeding's target block, within 256 blocks after it (8,191 on chains with
    /// EIP-2935). Anyone. No effect if it is stored.
    function keep(uint256 id) external;

    /// @notice Hatches the child. Anyone, with the operator's secret and signature.
    /// @param proof The Merkle proof of the secret: ten sibling hashes from its leaf to the root of its batch.
    /// @param digest sha-256 of the child's metadata.
    /// @param operatorSignature EIP-712 over `Birth(uint256 id,bytes32 digest)`, domain { "Skarb Breeding", "1" }.
    function hatch(
        uint256 id,
        bytes32 secret,
        bytes32[] calldata proof,
        bytes32 digest,
        bytes calldata operatorSignature
    ) external returns (uint256 childId);

    /// @notice Declares a breeding lost and refunds the fee. Anyone: at once if the hash of the target block expired; otherwise
    /// `PATIENCE` after the child was ready and the matron last moved, but not while the auction house holds the matron; in any
    /// case `MAX_PATIENCE` after the child was ready.
    function lose(uint256 id) external;

    /// @notice Pays out an account's credit. Anyone.
    function claim(address account) external;

    /// @notice Commits to the secrets of the next batch of ids, at most one ahead of the one in use. Only the operator.
    /// @return batch The number of the batch: ids `batch * 1024 + 1` to `(batch + 1) * 1024`.
    function commit(bytes32 root) external returns (uint256 batch);

    /// @notice Replaces the root of a batch without used ids, for example after an operator key was stolen. Only the owner.
    function replaceRoot(uint256 batch, bytes32 root) external;

    /// @notice Sets the receiver of the marketplace's share, at once, and its height for later breedings. Only the owner.
    function setFee(address recipient, uint16 bps) external;

    /// @notice Sets the operator. Only the owner.
    function setOperator(address operator) external;

    /// @notice Pauses or resumes new breedings; running ones continue. Only the owner.
    function setPaused(bool paused) external;

    function termsOf(address collection) external view returns (Terms memory);

    function lifeOf(address collection, uint256 tokenId) external view returns (Life memory);

    /// @notice The valid siring offer of a token, or zeros.
    function siringOf(address collection, uint256 tokenId) external view returns (Siring memory);

    function breedingOf(uint256 id) external view returns (Pairing memory);

    /// @notice Whether two tokens are equal, parent and child, or full or half siblings.
    function isRelated(address collection, uint256 one, uint256 other) external view returns (bool);

    /// @notice The token's part of the fee of its next breeding. Reverts with the reason if it cannot be bred.
    function feeOf(address collection, uint256 tokenId) external view returns (uint256);

    /// @notice The payment of the matron's owner. Reverts with the reason if the pair cannot be bred.
    function costOf(address collection, uint256 matronId, uint256 sireId)
        external
        view
        returns (uint256 fee, uint256 siringPrice);

    /// @notice The id of the child of a breeding, minted or not: the id of the breeding within this contract's range of
    /// ids in the collection. Reverts for an unknown breeding.
    function childIdOf(uint256 id) external view returns (uint256);

    /// @notice The genes of a child; see `Genome`.
    function mix(uint256 matronGenes, uint256 sireGenes, uint256 seed, uint256 traits, uint256 counts)
        external
        pure
        returns (uint256);

    /// @notice The EIP-712 hash that the operator signs for a birth.
    function hashBirth(uint256 id, bytes32 digest) external view returns (bytes32);

    /// @notice The id of the next breeding.
    function nextId() external view returns (uint256);

    /// @notice The number of committed batches.
    function batchCount() external view returns (uint256);

    /// @notice The root of a batch.
    function rootOf(uint256 batch) external view returns (bytes32);

    /// @notice The amount kept for an account whose payment failed, in base units of WETH.
    function creditOf(address account) external view returns (uint256);

    function operator() external view returns (address);

    function feeRecipient() external view returns (address);

    /// @notice The marketplace's share of the fees and siring prices of later breedings, in basis points.
    function feeBps() external view returns (uint16);

    function isPaused() external view returns (bool);
}
