// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice The breeding terms of a collection.
/// @param isOpen Whether tokens can be bred and offered now.
/// @param baseFee The fee for the first use of a parent, in base units of WETH.
/// @param traits The number of traits of a genome: 1 to 12. Zero: never opened.
/// @param counts The number of values of trait t, less one, in the 5 bits at `t * 5`. Fixed, as are `traits` and `vocabulary`.
/// @param vocabulary sha-256 of the document that names the traits and their values.
struct Terms {
    bool isOpen;
    uint96 baseFee;
    uint8 traits;
    uint64 counts;
    bytes32 vocabulary;
}

/// @notice The breeding state of a token.
/// @param isEnrolled Whether it has genes; if not, all other fields are zero.
/// @param genes See `Genome`.
/// @param generation 0 for a founder; for a child one more than the higher generation of its parents.
/// @param uses The number of times it was a parent, at most `MAX_USES`.
/// @param readyAt The end of its rest, in seconds.
/// @param birthId The breeding that it hatched from; zero for a founder.
/// @param matronId The first parent. A parent can have the id zero: only `birthId` identifies a founder.
/// @param sireId The second parent.
/// @param expectingId The breeding whose child it expects; zero if none.
struct Life {
    bool isEnrolled;
    uint256 genes;
    uint16 generation;
    uint8 uses;
    uint40 readyAt;
    uint64 birthId;
    uint128 matronId;
    uint128 sireId;
    uint64 expectingId;
}

/// @notice A siring offer: the right to use a token as a sire once.
/// @param owner The owner of the token; zero if there is no valid offer.
/// @param price In base units of WETH.
/// @param endsAt The first second in which it is no longer valid.
struct Siring {
    address owner;
    uint96 price;
    uint40 endsAt;
}

/// @notice NONE: no such breeding. EXPECTING: bred, no outcome yet. HATCHED: the child is minted. LOST: there is no child.
enum PairingPhase {
    NONE,
    EXPECTING,
    HATCHED,
    LOST
}

/// @notice One breeding.
/// @param matronId The parent that carries the child; its owner receives it.
/// @param sireId The other parent.
/// @param collection The collection of both parents and the child.
/// @param targetBlock The block whose hash is half of the randomness.
/// @param readyAt The first second in which the child can hatch.
/// @param feeBps The marketplace's share of the fee at the time of the breeding, in basis points.
/// @param breeder The payer of the fee.
/// @param fee The fee that the contract holds until the outcome, in base units of WETH.
/// @param phase See {PairingPhase}.
/// @param blockHash The hash of the target block; zero until stored.
struct Pairing {
    uint128 matronId;
    uint128 sireId;
    address collection;
    uint40 targetBlock;
    uint40 readyAt;
    uint16 feeBps;
    address breeder;
    uint88 fee;
    PairingPhase phase;
    bytes32 blockHash;
}
