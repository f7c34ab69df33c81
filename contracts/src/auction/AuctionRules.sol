// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The arithmetic of auctions. All sums are in base units and fit in 88 bits, so nothing here can overflow.
library AuctionRules {
    uint256 internal constant BPS = 10_000;

    /// @dev The lowest valid bid after a bid of `amount`. The increment is rounded up, so it is at least 1.
    function raised(uint256 amount, uint256 raiseBps) internal pure returns (uint256) {
        unchecked {
            return amount + (amount * raiseBps + BPS - 1) / BPS;
        }
    }

    /// @dev A share of `amount`, rounded down; the seller receives the remainder.
    function part(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return amount * bps / BPS;
        }
    }
}
