// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AuctionPhase} from "./IAuctionHouse.sol";

/// @dev All that changes about an auction, in one storage word: bidder (160 bits), amount (88), phase (8). The amount is the
/// reserve price until there is a bidder.
type Standing is uint256;

using {bidder, amount, phase, isOpen} for Standing global;

function standingOf(address bidder_, uint256 amount_, AuctionPhase phase_) pure returns (Standing) {
    return Standing.wrap(uint256(uint160(bidder_)) | amount_ << 160 | uint256(phase_) << 248);
}

function bidder(Standing self) pure returns (address) {
    // forge-lint: disable-next-line(unsafe-typecast) -- the bits above are the other parts
    return address(uint160(Standing.unwrap(self)));
}

function amount(Standing self) pure returns (uint256) {
    return Standing.unwrap(self) >> 160 & type(uint88).max;
}

function phase(Standing self) pure returns (AuctionPhase) {
    return AuctionPhase(Standing.unwrap(self) >> 248);
}

function isOpen(Standing self) pure returns (bool) {
    uint256 phase_ = Standing.unwrap(self) >> 248;
    return phase_ == uint256(AuctionPhase.OPEN) || phase_ == uint256(AuctionPhase.MOVED);
}
