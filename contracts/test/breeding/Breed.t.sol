// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IBreeding, Life, Pairing, PairingPhase, Siring} from "../../src/breeding/IBreeding.sol";
import {vm} from "../base/Vm.sol";
import {BreedingFixture} from "./BreedingFixture.sol";

contract BreedTest is BreedingFixture {
    function test_TwoTokensHaveAChildWhoBelongsToTheMatronsOwner() external {
        uint256 id = _breed(bob, 1, 2);
        vm.assertEq(money.balanceOf(address(breeding)), 2 * BASE);
        Pairing memory pairing = _pairing(id);
        vm.assertEq(pairing.targetBlock, block.number + 1);
        vm.assertEq(pairing.readyAt, NOW + 1 minutes);

        vm.roll(block.number + 2);
        breeding.keep(id);
        vm.warp(NOW + 1 minutes);
        vm.prank(bob);
        pieces.transferFrom(bob, cyr, 1);
        uint256 childId = _hatch(id);

        vm.assertEq(childId, FIRST_CHILD + 1);
        vm.assertEq(pieces.ownerOf(childId), cyr);
        vm.assertEq(pieces.royaltyBpsOf(childId), 500);
        vm.assertEq(pieces.digestOf(childId), DIGEST);
        uint256 seed = uint256(keccak256(abi.encode(id, blockhash(pairing.targetBlock), _secret(id))));
        Life memory life = _life(childId);
        vm.assertEq(life.genes, breeding.mix(_genes(0), _genes(1), seed, TRAITS, COUNTS));
        vm.assertEq(life.generation, 1);
        vm.assertEq(life.matronId, 1);
        vm.assertEq(life.sireId, 2);
        vm.assertEq(_life(1).expectingId, 0);
        vm.assertEq(money.balanceOf(address(breeding)), 0);
        vm.assertEq(money.balanceOf(feeRecipient), 0.02 ether);
        vm.assertEq(money.balanceOf(ann), 0.18 ether);
    }

    function test_AnotherOwnersSireIsHadForItsPriceOnce() external {
        _offer(cyr, 4, 1 ether);
        _breed(bob, 1, 4);
        vm.assertEq(money.balanceOf(cyr), 1_000.9 ether);
        vm.assertEq(money.balanceOf(feeRecipient), 0.1 ether);
        vm.assertEq(breeding.siringOf(address(pieces), 4).owner, address(0));
        vm.expectRevert(abi.encodeWithSelector(IBreeding.NoSiringOffer.selector, 4));
        _breed(bob, 2, 4);
    }
}
