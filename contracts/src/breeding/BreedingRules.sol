// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title BreedingRules
/// @dev The two limits on breeding: the rest grows with uses and generation, the fee with uses.
library BreedingRules {
    uint256 internal constant BPS = 10_000;
    uint256 internal constant MAX_USES = 7;
    uint256 private constant LAST_REST = 13;
    /// @dev Minutes, 16 bits each, the shortest rest lowest: 1, 2, 5, 10, 30 minutes, 1, 2, 4, 8, 16 hours, 1, 2, 4, 7 days.
    uint256 private constant RESTS = 0x2760_1680_0b40_05a0_03c0_01e0_00f0_0078_003c_001e_000a_0005_0002_0001;
    /// @dev 8 bits each, the first use's lowest: 1, 2, 3, 5, 8, 13, 21.
    uint256 private constant MULTIPLIERS = 0x15_0d_08_05_03_02_01;

    /// @dev The rest of a token in seconds after a breeding; `uses` is the number of uses before it.
    function restOf(uint256 generation, uint256 uses) internal pure returns (uint256) {
        unchecked {
            uint256 step = generation / 2 + uses;
            if (step > LAST_REST) step = LAST_REST;
            return (RESTS >> (step * 16) & 0xffff) * 1 minutes;
        }
    }

    /// @dev A token's part of the fee; `uses` is the number of uses before the breeding, less than `MAX_USES`.
    function feeOf(uint256 baseFee, uint256 uses) internal pure returns (uint256) {
        unchecked {
            return baseFee * (MULTIPLIERS >> (uses * 8) & 0xff);
        }
    }

    /// @dev A share of `amount`, rounded down.
    function part(uint256 amount, uint256 bps) internal pure returns (uint256) {
        unchecked {
            return amount * bps / BPS;
        }
    }
}
