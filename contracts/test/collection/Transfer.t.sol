// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionFactory} from "../../src/collection/CollectionFactory.sol";
import {ICollection721} from "../../src/collection/ICollection721.sol";
import {ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {vm, within} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract Transfer721Test is CollectionFixture {
    address internal escrow;

    function setUp() public virtual override {
        super.setUp();
        escrow = pieces.escrow();
        _mint(pieces, _request(1, 1));
    }

    function testFuzz_RevertWhen_TransferringToTheAuctionHouseWithoutTerms(address operator) external {
        vm.prank(ann);
        pieces.setApprovalForAll(operator, true);
        bytes memory refused = abi.encodeWithSelector(ICollection721.TermsMissing.selector, escrow);
        vm.expectRevert(refused);
        vm.prank(operator);
        pieces.transferFrom(ann, escrow, 1);
        vm.expectRevert(refused);
        vm.prank(ann);
        pieces.transferFrom(ann, escrow, 1);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    function test_RevertWhen_MintingToTheAuctionHouse() external {
        MintRequest memory request = _request(2, 1);
        request.to = escrow;
        vm.expectRevert(abi.encodeWithSelector(ICollection721.TermsMissing.selector, escrow));
        vm.prank(ann);
        pieces.mint(request);
    }

    function testFuzz_RevertWhen_ACallCarriesNativeCoins(uint256 value) external {
        value = within(value, 1, 100 ether);
        bytes[4] memory calls = [
            abi.encodeCall(pieces.approve, (bob, 1)),
            abi.encodeCall(pieces.transferFrom, (ann, bob, 1)),
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", ann, bob, 1),
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256,bytes)", ann, bob, 1, "")
        ];
        for (uint256 i; i < 4; ++i) {
            vm.deal(ann, value);
            vm.prank(ann);
            (bool success, bytes memory reason) = address(pieces).call{value: value}(calls[i]);
            vm.assertFalse(success);
            vm.assertEq(reason, abi.encodeWithSelector(ICollection721.PaymentNotAccepted.selector));
            vm.prank(ann);
            (success,) = address(editions).call{value: value}(calls[i]);
            vm.assertFalse(success);
        }
        vm.assertEq(address(pieces).balance + address(editions).balance, 0);
        for (uint256 i; i < 4; ++i) {
            vm.prank(i < 2 ? ann : bob);
            (bool success,) = address(pieces).call(calls[i]);
            vm.assertTrue(success == (i < 2));
        }
    }

    function test_RevertWhen_TheFactoryHasNoAuctionHouse() external {
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.EscrowMissing.selector, bob));
        new CollectionFactory(bob);
    }
}
