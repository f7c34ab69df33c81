// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LocalPriceFeed} from "../../src/local/LocalPriceFeed.sol";
import {vm, within} from "../base/Vm.sol";

contract LocalPriceFeedTest {
    int256 internal constant MIDDLE = 3_200e8;
    LocalPriceFeed internal feed = new LocalPriceFeed("ETH / USD", MIDDLE);

    function test_NameSymbolAndDecimalsEqualPolygons() external view {
        vm.assertEq(feed.description(), "ETH / USD");
        vm.assertEq(uint256(feed.decimals()), 8);
        vm.assertEq(feed.version(), 1);
    }

    function testFuzz_TheAnswerStaysWithinSixPercentAndStepsAreSmall(uint256 moment) external {
        vm.warp(within(moment, 30, 10_000_000_000));
        (uint80 roundId, int256 answer, uint256 startedAt, uint256 updatedAt, uint80 answeredInRound) =
            feed.latestRoundData();
        vm.assertEq(uint256(roundId), block.timestamp / 30);
        vm.assertEq(uint256(answeredInRound), uint256(roundId));
        vm.assertEq(startedAt, updatedAt);
        vm.assertTrue(updatedAt <= block.timestamp && block.timestamp - updatedAt < 30);
        vm.assertTrue(answer > MIDDLE * 94 / 100 && answer < MIDDLE * 106 / 100);
        (, int256 before,,,) = feed.getRoundData(roundId - 1);
        int256 moved = answer > before ? answer - before : before - answer;
        vm.assertTrue(moved < MIDDLE / 500);
    }

    function testFuzz_ARoundNeverChangesItsAnswer(uint256 moment, uint256 later) external {
        vm.warp(within(moment, 30, 5_000_000_000));
        (uint80 roundId, int256 answer,, uint256 updatedAt,) = feed.latestRoundData();
        vm.warp(within(later, block.timestamp, 10_000_000_000));
        (, int256 again,, uint256 thenAt,) = feed.getRoundData(roundId);
        vm.assertTrue(again == answer);
        vm.assertEq(thenAt, updatedAt);
    }

    function test_RevertWhen_TheRoundHasNotBegun() external {
        vm.warp(3_000);
        vm.expectRevert(abi.encodeWithSelector(LocalPriceFeed.NoSuchRound.selector, uint80(101)));
        feed.getRoundData(101);
    }
}
