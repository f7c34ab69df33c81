// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title A Chainlink price feed, as it is read on Polygon, for the local chain
/// @notice Answers as AggregatorV3Interface does (docs.chain.link, "Data Feeds API Reference"). The price walks: every
/// half minute of the chain's time is a round of its own, whose answer follows from its number alone, so that nobody has
/// to send anything and every chain tells the same story.
contract LocalPriceFeed {
    uint8 public constant decimals = 8;
    uint256 public constant version = 1;
    uint256 public constant SECONDS_PER_ROUND = 30;

    string public description;
    /// @notice What the price walks about, with 8 decimals.
    int256 public immutable middle;

    /// @notice There has been no such round yet.
    error NoSuchRound(uint80 roundId);

    constructor(string memory description_, int256 middle_) {
        description = description_;
        middle = middle_;
    }

    /// @notice The round of this moment; `updatedAt` is when it began, in seconds.
    function latestRoundData()
        external
        view
        returns (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        // forge-lint: disable-next-line(unsafe-typecast)
        return _round(uint80(block.timestamp / SECONDS_PER_ROUND));
    }

    /// @notice An earlier round, or this moment's.
    function getRoundData(uint80 roundId)
        external
        view
        returns (uint80, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound)
    {
        if (roundId > block.timestamp / SECONDS_PER_ROUND) revert NoSuchRound(roundId);
        return _round(roundId);
    }

    function _round(uint80 roundId) private view returns (uint80, int256, uint256, uint256, uint80) {
        // Slow swings of 4 % and 1 %, quicker ones of a few tenths, in millionths of the middle.
        int256 off = _swing(roundId, 5760, 40_000) + _swing(roundId, 480, 10_000) + _swing(roundId, 40, 3_000)
            + _swing(roundId, 1, 400);
        uint256 since = uint256(roundId) * SECONDS_PER_ROUND;
        return (roundId, middle + middle * off / 1_000_000, since, since, roundId);
    }

    /// @dev Value noise: a random level every `period` rounds, and straight lines between them.
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
