// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AuctionPhase} from "./IAuctionHouse.sol";

/// @dev The changing state of an auction in one storage word. The amount is the reserve price until the first bid.
///
///     255    248 247                  160 159                                     0
///     | phase  |       amount (88)       |               bidder (160)             |
type AuctionWord is uint256;

using {bidder, amount, phase, isOpen} for AuctionWord global;

function packAuction(address bidder_, uint256 amount_, AuctionPhase phase_) pure returns (AuctionWord) {
    return AuctionWord.wrap(uint256(uint160(bidder_)) | amount_ << 160 | uint256(phase_) << 248);
}

function bidder(AuctionWord self) pure returns (address) {
    // forge-lint: disable-next-line(unsafe-typecast) -- removes amount and phase
    return address(uint160(AuctionWord.unwrap(self)));
}

function amount(AuctionWord self) pure returns (uint256) {
    return AuctionWord.unwrap(self) >> 160 & type(uint88).max;
}

function phase(AuctionWord self) pure returns (AuctionPhase) {
    return AuctionPhase(AuctionWord.unwrap(self) >> 248);
}

function isOpen(AuctionWord self) pure returns (bool) {
    uint256 phase_ = AuctionWord.unwrap(self) >> 248;
    return phase_ == uint256(AuctionPhase.OPEN) || phase_ == uint256(AuctionPhase.MOVED);
}
