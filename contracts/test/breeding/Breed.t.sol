// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Breeding} from "../../src/breeding/Breeding.sol";
import {Life, Pairing, PairingPhase} from "../../src/breeding/BreedingRecords.sol";
import {IBreeding} from "../../src/breeding/IBreeding.sol";
import {OddMoney} from "../auction/Hostile.sol";
import {vm} from "../base/Vm.sol";
import {BreedingFixture} from "./BreedingFixture.sol";

contract BreedTest is BreedingFixture {
    function test_BreedingEmitsAndStoresTheFacts() external {
        vm.expectEmit(address(breeding));
        emit IBreeding.Bred(
            1,
            address(pieces),
            1,
            2,
            bob,
            2 * BASE,
            0,
            uint64(block.number + 1),
            uint40(NOW + 1 minutes),
            uint40(NOW + 1 minutes),
            1,
            1,
            1
        );
        vm.assertEq(_breed(bob, 1, 2), 1);
        vm.assertEq(breeding.nextId(), 2);
        Pairing memory pairing = _pairing(1);
        vm.assertEq(pairing.matronId, 1);
        vm.assertEq(pairing.sireId, 2);
        vm.assertEq(pairing.collection, address(pieces));
        vm.assertEq(pairing.breeder, bob);
        vm.assertEq(pairing.targetBlock, block.number + 1);
        vm.assertEq(pairing.readyAt, NOW + 1 minutes);
        vm.assertEq(pairing.feeBps, 1_000);
        vm.assertEq(pairing.fee, 2 * BASE);
        vm.assertTrue(pairing.phase == PairingPhase.EXPECTING);
        vm.assertEq(pairing.blockHash, bytes32(0));
        Life memory matron = _life(1);
        vm.assertEq(matron.expectingId, 1);
        vm.assertEq(matron.uses, 1);
        vm.assertEq(_life(2).expectingId, 0);
        vm.assertEq(_life(2).uses, 1);
        vm.assertEq(_life(2).readyAt, NOW + 1 minutes);
        vm.assertEq(money.balanceOf(address(breeding)), 2 * BASE);
        vm.assertEq(money.balanceOf(bob), 1_000 ether - 2 * BASE);
    }

    function test_Refused_WhenPausedOrClosedOrNeverOpen() external {
        vm.prank(owner);
        breeding.setPaused(true);
        _refuse(IBreeding.BreedingPaused.selector, bob, 1, 2);
        vm.prank(owner);
        breeding.setPaused(false);
        vm.prank(ann);
        breeding.close(address(pieces));
        _refuse(abi.encodeWithSelector(IBreeding.NotOpen.selector, address(pieces)), bob, 1, 2);
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NotOpen.selector, address(editions)));
        breeding.breed(address(editions), 1, 2, type(uint256).max);
    }

    function test_Refused_WithTheMatronOfAnotherOwnerOrAnUnofferedSireOrItself() external {
        _refuse(abi.encodeWithSelector(IBreeding.NotTokenOwner.selector, 1, cyr, bob), cyr, 1, 4);
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 4), bob, 1, 4);
        _refuse(abi.encodeWithSelector(IBreeding.SameToken.selector, 1), bob, 1, 1);
        // Not even the creator, the operator or the owner of the contract may breed it.
        address[3] memory others = [ann, operator, owner];
        for (uint256 i; i < 3; ++i) {
            _refuse(abi.encodeWithSelector(IBreeding.NotTokenOwner.selector, 1, others[i], bob), others[i], 1, 2);
        }
    }

    function test_Refused_WithoutGenes() external {
        _mint(pieces, _request(7, 1));
        vm.prank(ann);
        pieces.transferFrom(ann, bob, 7);
        _refuse(abi.encodeWithSelector(IBreeding.NotEnrolled.selector, 7), bob, 7, 1);
        _refuse(abi.encodeWithSelector(IBreeding.NotEnrolled.selector, 7), bob, 1, 7);
    }

    function test_Refused_WhileAParentRestsOrExpects() external {
        _breed(bob, 1, 2);
        _refuse(abi.encodeWithSelector(IBreeding.Expecting.selector, 1, 1), bob, 1, 3);
        // Nor as a sire, however long ago its rest ended.
        vm.warp(NOW + 30 days);
        _refuse(abi.encodeWithSelector(IBreeding.Expecting.selector, 1, 1), bob, 3, 1);
        vm.warp(NOW + 59);
        _refuse(abi.encodeWithSelector(IBreeding.Resting.selector, 2, NOW + 60), bob, 3, 2);
        _refuse(abi.encodeWithSelector(IBreeding.Resting.selector, 2, NOW + 60), bob, 2, 3);
        vm.warp(NOW + 60);
        vm.assertEq(_breed(bob, 3, 2), 2);
    }

    function test_Refused_WhenItCostsMoreThanAgreed() external {
        vm.prank(bob);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.CostTooHigh.selector, 2 * BASE, 2 * BASE - 1));
        breeding.breed(address(pieces), 1, 2, 2 * BASE - 1);
        vm.prank(bob);
        breeding.breed(address(pieces), 1, 2, 2 * BASE);
        _offer(cyr, 4, 1 ether);
        vm.prank(bob);
        vm.expectRevert(
            abi.encodeWithSelector(IBreeding.CostTooHigh.selector, 1 ether + 2 * BASE, 1 ether + 2 * BASE - 1)
        );
        breeding.breed(address(pieces), 3, 4, 1 ether + 2 * BASE - 1);
    }

    function test_Refused_WhenTheContractIsNotAMinterOfTheCollection() external {
        vm.prank(ann);
        pieces.setMinter(address(breeding), false);
        _refuse(abi.encodeWithSelector(IBreeding.MinterMissing.selector, address(pieces)), bob, 1, 2);
    }

    function test_Refused_WithoutACommittedSecret() external {
        breeding = new Breeding(owner, operator, feeRecipient, 1_000, address(money), address(factory), house);
        uint256[] memory ids = new uint256[](4);
        (ids[0], ids[1], ids[2], ids[3]) = (1, 2, 4, 5);
        vm.startPrank(ann);
        breeding.open(address(pieces), 0, TRAITS, COUNTS, VOCABULARY);
        breeding.enrol(address(pieces), ids, new uint256[](4));
        pieces.setMinter(address(breeding), true);
        vm.stopPrank();
        _refuse(abi.encodeWithSelector(IBreeding.NoCommitment.selector, 1), bob, 1, 2);
        // The last id of a batch needs only that batch; the next id needs the next batch.
        vm.prank(operator);
        breeding.commit("root");
        vm.store(address(breeding), _slotOfLastId(), bytes32(uint256(1 << 64 | 1023)));
        vm.assertEq(breeding.nextId(), 1024);
        vm.assertEq(_breed(bob, 1, 2), 1024);
        _refuse(abi.encodeWithSelector(IBreeding.NoCommitment.selector, 1025), cyr, 4, 5);
    }

    function test_Refused_ForParentsChildrenAndSiblings() external {
        uint256 child = _child(bob, 1, 2);
        uint256 full = _child(bob, 1, 2);
        uint256 half = _child(bob, 3, 2);
        uint256 otherHalf = _child(bob, 1, 3);
        uint256 far = _far();
        vm.warp(block.timestamp + 30 days);
        uint256[2][7] memory pairs =
            [[child, 1], [1, child], [2, child], [child, full], [child, half], [otherHalf, child], [half, otherHalf]];
        for (uint256 i; i < 7; ++i) {
            (uint256 one, uint256 other) = (pairs[i][0], pairs[i][1]);
            vm.assertTrue(breeding.isRelated(address(pieces), one, other));
            _refuse(abi.encodeWithSelector(IBreeding.Related.selector, one, other), bob, one, other);
        }
        vm.assertTrue(breeding.isRelated(address(pieces), 1, 1));
        vm.assertFalse(breeding.isRelated(address(pieces), 1, 2));
        vm.assertFalse(breeding.isRelated(address(pieces), child, 3));
        vm.assertFalse(breeding.isRelated(address(pieces), 3, child));
        vm.assertFalse(breeding.isRelated(address(pieces), child, far));
        // A grandparent and an aunt are distant enough.
        _breed(bob, half, 1);
        uint256 grandchild = _child(bob, child, 3);
        vm.assertFalse(breeding.isRelated(address(pieces), grandchild, 1));
        vm.assertFalse(breeding.isRelated(address(pieces), grandchild, full));
        vm.assertTrue(breeding.isRelated(address(pieces), grandchild, half));
    }

    function test_FeesAndRestsGrowUntilTheSeventhBreeding() external {
        uint256[7] memory fees = [uint256(1), 2, 3, 5, 8, 13, 21];
        uint256[7] memory rests = [uint256(1), 2, 5, 10, 30, 60, 120];
        for (uint256 i; i < 7; ++i) {
            vm.assertEq(breeding.feeOf(address(pieces), 1), fees[i] * BASE);
            (uint256 fee, uint256 price) = breeding.costOf(address(pieces), 1, 2);
            vm.assertEq(fee, 2 * fees[i] * BASE);
            vm.assertEq(price, 0);
            uint256 start = block.timestamp;
            uint256 id = _breed(bob, 1, 2);
            vm.assertEq(_life(1).uses, i + 1);
            vm.assertEq(_life(1).readyAt, start + rests[i] * 1 minutes);
            vm.assertEq(_life(2).readyAt, start + rests[i] * 1 minutes);
            vm.assertEq(_pairing(id).fee, 2 * fees[i] * BASE);
            vm.roll(block.number + 2);
            vm.warp(_pairing(id).readyAt);
            _hatch(id);
        }
        _refuse(abi.encodeWithSelector(IBreeding.WornOut.selector, 1), bob, 1, 3);
        _refuse(abi.encodeWithSelector(IBreeding.WornOut.selector, 2), bob, 3, 2);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.WornOut.selector, 1));
        breeding.feeOf(address(pieces), 1);
    }

    function test_ASiringOfferIsValidOnceAtItsPrice() external {
        _offer(cyr, 4, 1 ether);
        (, uint256 price) = breeding.costOf(address(pieces), 1, 4);
        vm.assertEq(price, 1 ether);
        _breed(bob, 1, 4);
        vm.assertEq(money.balanceOf(bob), 999 ether - 2 * BASE);
        vm.assertEq(money.balanceOf(cyr), 1_000.9 ether);
        vm.assertEq(money.balanceOf(feeRecipient), 0.1 ether);
        vm.assertEq(breeding.siringOf(address(pieces), 4).owner, address(0));
        vm.warp(NOW + 1 hours);
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 4), bob, 2, 4);
    }

    function test_AFreeSiringOfferIsUsedUp_ButNotByItsOwner() external {
        _offer(cyr, 4, 0);
        _breed(bob, 1, 4);
        vm.assertEq(breeding.siringOf(address(pieces), 4).endsAt, 0);
        _offer(bob, 2, 1 ether);
        _breed(bob, 3, 2);
        vm.assertEq(breeding.siringOf(address(pieces), 2).owner, bob);
        vm.assertEq(money.balanceOf(bob), 1_000 ether - 4 * BASE);
    }

    function test_ASiringOfferEndsAtItsTimeAndWithAnyTransfer() external {
        _offer(cyr, 4, 1 ether);
        _offer(cyr, 5, 1 ether);
        _offer(cyr, 6, 1 ether);
        vm.startPrank(cyr);
        pieces.transferFrom(cyr, bob, 5);
        pieces.transferFrom(cyr, cyr, 6);
        vm.stopPrank();
        vm.prank(bob);
        pieces.transferFrom(bob, cyr, 5);
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 5), bob, 1, 5);
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 6), bob, 1, 6);
        vm.assertEq(breeding.siringOf(address(pieces), 5).owner, address(0));
        vm.warp(NOW + 1 days - 1);
        vm.assertEq(breeding.siringOf(address(pieces), 4).owner, cyr);
        vm.warp(NOW + 1 days);
        vm.assertEq(breeding.siringOf(address(pieces), 4).owner, address(0));
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 4), bob, 1, 4);
    }

    function test_AnAuctionedTokenCanNeitherBreedNorSire() external {
        vm.prank(bob);
        pieces.transferFrom(bob, house, 2);
        _refuse(abi.encodeWithSelector(IBreeding.NotTokenOwner.selector, 2, bob, house), bob, 2, 1);
        _refuse(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 2), bob, 1, 2);
    }

    function test_WithoutFeeAndPriceNothingIsPaid() external {
        vm.prank(ann);
        breeding.setBaseFee(address(pieces), 0);
        vm.prank(bob);
        money.approve(address(breeding), 0);
        _breed(bob, 1, 2);
        vm.assertEq(money.balanceOf(address(breeding)), 0);
    }

    function test_Refused_WithoutEnoughBalance() external {
        vm.prank(bob);
        money.approve(address(breeding), 2 * BASE - 1);
        vm.expectRevert();
        _breed(bob, 1, 2);
    }

    function test_AFailedPaymentIsCredited_AndClaimedLater() external {
        _offer(cyr, 4, 1 ether);
        OddMoney.Oddity[4] memory ways =
            [OddMoney.Oddity.REFUSES, OddMoney.Oddity.ANSWERS_FALSE, OddMoney.Oddity.BURNS_GAS, OddMoney.Oddity.BOMBS];
        for (uint256 i; i < 4; ++i) {
            money.behave(ways[i], cyr, "");
            if (i != 0) {
                vm.warp(block.timestamp + 1 days);
                _offer(cyr, 4, 1 ether);
            }
            vm.expectEmit(address(breeding));
            emit IBreeding.Credited(cyr, 0.9 ether);
            uint256 id = _breed(bob, 1, 4);
            vm.assertEq(breeding.creditOf(cyr), 0.9 ether * (i + 1));
            vm.roll(block.number + 2);
            vm.warp(_pairing(id).readyAt);
            _hatch(id);
        }
        money.behave(OddMoney.Oddity.NONE, address(0), "");
        vm.expectEmit(address(breeding));
        emit IBreeding.Claimed(cyr, 3.6 ether);
        breeding.claim(cyr);
        vm.assertEq(money.balanceOf(cyr), 1_003.6 ether);
        vm.assertEq(money.balanceOf(address(breeding)), 0);
        vm.expectRevert(abi.encodeWithSelector(IBreeding.CreditMissing.selector, cyr));
        breeding.claim(cyr);
    }

    function test_AFailingClaimRevertsWithTheCurrencysErrorAndKeepsTheCredit() external {
        _offer(cyr, 4, 1 ether);
        money.behave(OddMoney.Oddity.REFUSES, cyr, "");
        _breed(bob, 1, 4);
        vm.expectRevert();
        breeding.claim(cyr);
        vm.assertEq(breeding.creditOf(cyr), 0.9 ether);
    }

    function test_RevertWhen_TheCurrencyReenters() external {
        bytes[4] memory entries = [
            abi.encodeCall(breeding.breed, (address(pieces), 2, 3, type(uint256).max)),
            abi.encodeCall(breeding.hatch, (1, bytes32(0), new bytes32[](10), bytes32(0), "")),
            abi.encodeCall(breeding.lose, (1)),
            abi.encodeCall(breeding.claim, (cyr))
        ];
        for (uint256 i; i < 4; ++i) {
            _offer(cyr, 4 + i % 3, 1 ether);
            vm.warp(block.timestamp + 2 hours);
            money.behave(OddMoney.Oddity.REENTERS, cyr, entries[i]);
            _child(bob, 1, 4 + i % 3);
            vm.assertFalse(money.entered());
            vm.assertEq(bytes32(bytes4(money.answer())), bytes32(bytes4(keccak256("ReentrancyGuardReentrantCall()"))));
        }
    }

    function test_BreedingStoresTheBlockHashesOfTheTwoBreedingsBefore() external {
        _breed(bob, 1, 2);
        vm.roll(block.number + 2);
        _offer(cyr, 4, 0);
        vm.expectEmit(address(breeding));
        emit IBreeding.BlockKept(1, blockhash(block.number - 1));
        _breed(bob, 3, 4);
        vm.assertEq(_pairing(1).blockHash, blockhash(block.number - 1));
        vm.assertEq(_pairing(2).blockHash, bytes32(0));
        vm.roll(block.number + 2);
        breeding.keep(2);
        vm.warp(NOW + 1 hours);
        // The second is recorded and the third's target block is not mined yet: nothing to record, and nothing fails.
        _breed(cyr, 5, 6);
        _offer(cyr, 4, 0);
        _breed(bob, 2, 4);
        vm.assertEq(_pairing(3).blockHash, bytes32(0));
        // The third missed its block: it is skipped, and later ones are recorded.
        vm.roll(block.number + 300);
        vm.warp(NOW + 2 hours);
        _child(cyr, 6, 4);
        vm.assertEq(_pairing(3).blockHash, bytes32(0));
    }

    /// @dev A token unrelated to the others here: a child of 4 and 5, transferred to Bob.
    function _far() private returns (uint256 far) {
        far = _child(cyr, 4, 5);
        vm.prank(cyr);
        pieces.transferFrom(cyr, bob, far);
    }

    function _refuse(bytes memory reason, address who, uint256 matronId, uint256 sireId) private {
        vm.expectRevert(reason);
        _breed(who, matronId, sireId);
    }

    function _refuse(bytes4 reason, address who, uint256 matronId, uint256 sireId) private {
        vm.expectRevert(reason);
        _breed(who, matronId, sireId);
    }

    /// @dev The slot that holds both counters: the one with the value 1 << 64 in a new contract.
    function _slotOfLastId() private view returns (bytes32) {
        for (uint256 slot; slot < 32; ++slot) {
            if (vm.load(address(breeding), bytes32(slot)) == bytes32(uint256(1 << 64))) return bytes32(slot);
        }
        revert("no such slot");
    }
}
