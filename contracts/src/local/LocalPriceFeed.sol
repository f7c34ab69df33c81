// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title LocalPriceFeed
/// @notice A price feed for the local chain with the interface of Chainlink's AggregatorV3Interface (docs.chain.link, "Data
/// Feeds API Reference"). The price moves: every 30 s of the chain's time is a round, whose answer depends on its number
/// only. No transaction is needed, and every chain gives equal answers.
contract LocalPriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    uint256 public constant SECONDS_PER_ROUND = 30;

    string public description;
    /// @notice The mean price, with 8 decimals.
    int256 public immutable middle;

    /// @notice The round is in the future.
    error NoSuchRound(uint80 roundId);

    constructor(string memory description_, int256 middle_) {
        description = description_;
        middle = middle_;
    }

    /// @notice The current round; `updatedAt` is its start in seconds.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        // forge-lint: disable-next-line(unsafe-typecast)
        return _round(uint80(block.timestamp / SECONDS_PER_ROUND));
    }

    /// @notice An earlier round, or the current one.
    function getRoundData(uint80 roundId)
        external
        view
        returns (uint80, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        if (roundId > block.timestamp / SECONDS_PER_ROUND) revert NoSuchRound(roundId);
        return _round(roundId);
    }

    function _round(uint80 roundId) private view returns (uint80, int256, uint256, uint256, uint80) {
        // Slow swings of 4 % and 1 %, faster ones of tenths of a percent, in millionths of the mean.
        int256 off = _swing(roundId, 5760, 40_000) + _swing(roundId, 480, 10_000) + _swing(roundId, 40, 3_000)
            + _swing(roundId, 1, 400);
        uint256 since = uint256(roundId) * SECONDS_PER_ROUND;
        return (roundId, middle + middle * off / 1_000_000, since, since, roundId);
    }

    /// @dev Value noise: a pseudorandom level every `period` rounds, with linear interpolation.
    function _swing(uint256 roundId, uint256 period, int256 height) private view returns (int256) {
        uint256 step = roundId / period;
        int256 from = _level(step, period, height);
        int256 to = _level(step + 1, period, height);
        // The remainder is less than a period.
        // forge-lint: disable-next-line(unsafe-typecast)
        return from + (to - from) * int256(roundId % period) / int256(period);
    }

    /// @dev Between -height and +height.
    function _level(uint256 step, uint256 period, int256 height) private view returns (int256) {
        uint256 random = uint256(keccak256(abi.encode(description, period, step)));
        // At most twice the height.
        // forge-lint: disable-next-line(unsafe-typecast)
        return int256(random % uint256(2 * height + 1)) - height;
    }
}
