// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BreedingRules} from "../../src/breeding/BreedingRules.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {person, vm} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract MinterTest is CollectionFixture {
    uint256 private constant RANGE = 1 << 64;
    uint40 private constant FOREVER = type(uint40).max;

    function test_EachMinterHasItsOwnRangeInTheOrderOfFirstAllowance() external {
        address[3] memory minters = [carrier, bob, person("cyr")];
        for (uint256 i; i < 3; ++i) {
            vm.assertEq(pieces.firstIdOf(minters[i]), 0);
            vm.expectEmit(address(pieces));
            emit ICollection721.MinterSet(minters[i], true, uint64(i + 1), FOREVER);
            _allow(minters[i], true);
            vm.assertTrue(pieces.isMinter(minters[i]));
            vm.assertEq(pieces.firstIdOf(minters[i]), (i + 1) * RANGE);
        }
        _mintAs(bob, 2 * RANGE);
        _mintAs(bob, 3 * RANGE - 1);
        vm.assertEq(pieces.ownerOf(3 * RANGE - 1), ann);
    }

    function testFuzz_AMinterMintsOnlyInItsOwnRange(uint256 tokenId) external {
        _allow(carrier, true);
        _allow(bob, true);
        vm.assume(tokenId >> 64 != 2);
        vm.expectRevert(_outOfRange(tokenId, 2));
        _mintAs(bob, tokenId);
    }

    function testFuzz_TheCreatorCannotMintAnIdOfAMinter(uint256 tokenId) external {
        _allow(carrier, true);
        tokenId = tokenId % 2 == 0 ? tokenId | RANGE : RANGE + tokenId % RANGE;
        MintRequest memory request = _request(tokenId, 1);
        bytes memory refused = _outOfRange(tokenId, 0);
        vm.expectRevert(refused);
        _mintAs(ann, tokenId);
        bytes memory signature = _sign("ann", address(pieces), request);
        vm.expectRevert(refused);
        pieces.mintWithRequest(request, signature);
        vm.expectRevert(refused);
        vm.prank(ann);
        factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, request, "");
        vm.expectRevert(refused);
        factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, request, signature);
        // Editions have no minters, and accept any id.
        _mint(editions, request);
    }

    function test_ARemovedMinterMayMintForThirtyMoreDaysOnly() external {
        _allow(carrier, true);
        uint40 endsAt = uint40(NOW + 30 days);
        vm.expectEmit(address(pieces));
        emit ICollection721.MinterSet(carrier, false, 1, endsAt);
        _allow(carrier, false);
        vm.assertFalse(pieces.isMinter(carrier));
        vm.warp(endsAt - 1);
        _mintAs(carrier, RANGE);
        // Dismissing the minter again does not extend its time.
        _allow(carrier, false);
        _assertMinter(carrier, 1, endsAt);
        vm.warp(endsAt);
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, carrier, ann));
        _mintAs(carrier, RANGE + 1);
    }

    function test_AMinterAllowedAgainKeepsItsRange() external {
        _allow(carrier, true);
        _allow(carrier, false);
        _allow(bob, true);
        vm.warp(NOW + 365 days);
        _allow(carrier, true);
        _assertMinter(carrier, 1, FOREVER);
        _allow(carrier, true);
        _assertMinter(carrier, 1, FOREVER);
        _assertMinter(bob, 2, FOREVER);
        _mintAs(carrier, RANGE + 7);
    }

    function test_RemovingAnAccountThatIsNoMinterGrantsNothing() external {
        vm.expectEmit(address(pieces));
        emit ICollection721.MinterSet(carrier, false, 0, 0);
        _allow(carrier, false);
        _assertMinter(carrier, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, carrier, ann));
        _mintAs(carrier, 1);
    }

    /// The delay of {ICollection721} is longer than any child needs: its parents' longest rest, and the wait after it.
    function test_TheDelayCoversAChildBredOneSecondBefore() external view {
        vm.assertTrue(pieces.REVOCATION_DELAY() > BreedingRules.restOf(type(uint16).max, 6) + 7 days);
    }

    function testFuzz_OnlyTheCreatorNamesAMinter(address outsider) external {
        vm.assume(outsider != ann);
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, outsider, ann));
        vm.prank(outsider);
        pieces.setMinter(outsider, true);
    }

    function test_AMinterIsBoundByTheRulesOfMinting() external {
        vm.prank(ann);
        pieces.setMinter(carrier, true);
        vm.startPrank(carrier);
        pieces.mint(_request(RANGE, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, RANGE));
        pieces.mint(_request(RANGE, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection.QuantityNotAllowed.selector, 2, 1, 1));
        pieces.mint(_request(RANGE + 1, 2));
        // A minter cannot name other minters.
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, carrier, ann));
        pieces.setMinter(bob, true);
        vm.stopPrank();
    }

    function testFuzz_TransfersAreCountedAndTimedAndKeepTheRoyalty(uint8 moves, uint32 pause, uint16 royaltyBps)
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

    function test_AFailedTransferIsNotCounted() external {
        _mint(pieces, _request(1, 1));
        vm.expectRevert();
        vm.prank(bob);
        pieces.transferFrom(ann, bob, 1);
        vm.assertEq(pieces.movesOf(1), 0);
    }

    function _allow(address minter, bool allowed) private {
        vm.prank(ann);
        pieces.setMinter(minter, allowed);
    }

    function _mintAs(address minter, uint256 tokenId) private {
        MintRequest memory request = _request(tokenId, 1);
        request.deadline = uint64(block.timestamp);
        vm.prank(minter);
        pieces.mint(request);
    }

    function _assertMinter(address minter, uint64 range, uint40 endsAt) private view {
        (uint64 itsRange, uint40 itsEnd) = pieces.minterOf(minter);
        vm.assertEq(itsRange, range);
        vm.assertEq(itsEnd, endsAt);
    }

    function _outOfRange(uint256 tokenId, uint256 range) private pure returns (bytes memory) {
        uint256 first = range * RANGE;
        return abi.encodeWithSelector(ICollection721.TokenIdOutOfRange.selector, tokenId, first, first + RANGE - 1);
    }

    function _with(uint16 royaltyBps) private view returns (MintRequest memory request) {
        request = _request(1, 1);
        request.royaltyBps = royaltyBps;
    }
}
