// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @notice What a creator opened his collection with.
/// @param isOpen Whether tokens can be bred and offered now.
/// @param baseFee What the first use of a parent costs, in base units of WETH.
/// @param traits How many traits a genome has: 1 to 12. Zero: never opened.
/// @param counts How many values trait t has, less one, in the 5 bits at `t * 5`. Fixed once set, as are the other two.
/// @param vocabulary sha-256 of the document that names the traits and their values.
struct Terms {
    bool isOpen;
    uint96 baseFee;
    uint8 traits;
    uint64 counts;
    bytes32 vocabulary;
}

/// @notice What breeding knows of a token.
/// @param isEnrolled Whether it has genes at all; everything else is zero if not.
/// @param genes See `Genome`.
/// @param generation 0 for a founder; a child's is one more than the higher of its parents'.
/// @param uses How often it has been a parent, of at most `MAX_USES`.
/// @param readyAt The second in which its rest is over.
/// @param birthId The breeding it was born of; zero for a founder.
/// @param matronId Its parents; zero for a founder (and perhaps otherwise: ask `birthId`).
/// @param sireId See `matronId`.
/// @param expectingId The breeding whose child it carries; zero if none.
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

/// @notice A right to use a token as a sire, once.
/// @param owner Who gives it; zero: there is none, or it no longer holds.
/// @param price What it costs, in base units of WETH.
/// @param endsAt The second from which it no longer holds.
struct Siring {
    address owner;
    uint96 price;
    uint40 endsAt;
}

/// @notice NONE: no such breeding. EXPECTING: bred. HATCHED: its child is born. LOST: it will never have one.
enum PairingPhase {
    NONE,
    EXPECTING,
    HATCHED,
    LOST
}

/// @notice One breeding.
/// @param matronId Who carries the child, and keeps it waiting.
/// @param sireId The partner.
/// @param collection Of all three.
/// @param targetBlock The block whose hash is half of the draw.
/// @param readyAt The second from which it can hatch.
/// @param feeBps The marketplace's share of the fee, as it was when the pair was bred.
/// @param breeder Who paid.
/// @param fee What lies in the contract until the outcome, in base units of WETH.
/// @param phase See {PairingPhase}.
/// @param blockHash The target block's hash; zero until kept.
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
