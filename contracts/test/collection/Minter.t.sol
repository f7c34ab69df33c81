// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {vm} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract MinterTest is CollectionFixture {
    function test_AMinterMintsAsTheCreatorMayUntilHeIsDismissed() external {
        vm.expectEmit(address(pieces));
        emit ICollection721.MinterSet(carrier, true);
        vm.prank(ann);
        pieces.setMinter(carrier, true);
        vm.prank(carrier);
        pieces.mint(_request(1, 1));
        vm.assertEq(pieces.ownerOf(1), ann);

        vm.prank(ann);
        pieces.setMinter(carrier, false);
        vm.assertFalse(pieces.isMinter(carrier));
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, carrier, ann));
        vm.prank(carrier);
        pieces.mint(_request(2, 1));
    }

    function testFuzz_OnlyTheCreatorNamesAMinter(address stranger) external {
        vm.assume(stranger != ann);
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, stranger, ann));
        vm.prank(stranger);
        pieces.setMinter(stranger, true);
    }

    function test_AMinterIsBoundByTheRules() external {
        vm.prank(ann);
        pieces.setMinter(carrier, true);
        vm.startPrank(carrier);
        pieces.mint(_request(1, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, 1));
        pieces.mint(_request(1, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection.QuantityNotAllowed.selector, 2, 1, 1));
        pieces.mint(_request(2, 2));
        // And has no say over who else mints.
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, carrier, ann));
        pieces.setMinter(bob, true);
        vm.stopPrank();
    }

    function testFuzz_MovesAreCountedAndTimedAndLeaveTheRoyaltyAlone(uint8 moves, uint32 pause, uint16 royaltyBps)
        external
    {
        royaltyBps %= 5_001;
        uint256 count = moves % 9;
        vm.prank(ann);
        pieces.mint(_with(royaltyBps));
        vm.assertEq(pieces.movesOf(1), 0);
        vm.assertEq(pieces.movedAtOf(1), 0);
        uint256 time = NOW;
        for (uint256 i; i < count; ++i) {
            time += pause;
            vm.warp(time);
            (address from, address to) = i % 2 == 0 ? (ann, bob) : (bob, ann);
            vm.prank(from);
            pieces.transferFrom(from, to, 1);
            vm.assertEq(pieces.movedAtOf(1), time);
        }
        vm.assertEq(pieces.movesOf(1), count);
        vm.assertEq(pieces.royaltyBpsOf(1), royaltyBps);
        vm.assertEq(pieces.ownerOf(1), count % 2 == 0 ? ann : bob);
        vm.assertEq(pieces.movesOf(2), 0);
    }

    function test_AMoveThatFailsIsNotCounted() external {
        _mint(pieces, _request(1, 1));
        vm.expectRevert();
        vm.prank(bob);
        pieces.transferFrom(ann, bob, 1);
        vm.assertEq(pieces.movesOf(1), 0);
    }

    function _with(uint16 royaltyBps) private view returns (MintRequest memory request) {
        request = _request(1, 1);
        request.royaltyBps = royaltyBps;
    }
}
