// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {SmartAccount} from "../../src/account/SmartAccount.sol";
import {person, vm, within} from "../base/Vm.sol";
import {AccountFixture} from "./AccountFixture.sol";

contract RecoveryTest is AccountFixture {
    address private guardian = person("guardian");

    function setUp() public override {
        super.setUp();
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.setGuardian, (guardian))));
    }

    function testFuzz_AProposedKeyTakesEffectAfterSevenDays(uint256 wait) external {
        _propose(laptop);
        uint256 start = block.timestamp;
        vm.assertEq(uint256(account.recoverableAt()), start + 7 days);
        vm.warp(start + within(wait, 0, 7 days - 1));
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, laptop));
        account.finishRecovery(laptop);
        vm.assertFalse(account.isKey(laptop));
        vm.warp(start + 7 days);
        account.finishRecovery(laptop);
        vm.assertTrue(account.isKey(laptop) && account.isKey(phone));
        vm.assertEq(account.keyCount(), 2);
        vm.assertTrue(_handle(_signedRing("laptop", _usual())));
    }

    function testFuzz_RevertWhen_AnyoneButTheGuardianProposes(address caller) external {
        vm.assume(caller != guardian);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.NotGuardian.selector, caller));
        vm.prank(caller);
        account.proposeKey(laptop);
    }

    function test_NobodyProposesInANewAccount() external {
        SmartAccount fresh = SmartAccount(payable(accounts.create(laptop)));
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.NotGuardian.selector, guardian));
        vm.prank(guardian);
        fresh.proposeKey(wallet);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, wallet));
        fresh.finishRecovery(wallet);
    }

    function test_AKeyThatIsAddedAndRemovedIsNotProposedAnyMore() external {
        _propose(laptop);
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.addKey, (laptop))));
        vm.assertEq(uint256(account.recoverableAt()), 0);
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.removeKey, (laptop))));
        _expectOver();
    }

    function test_EveryKeyCancelsIt() external {
        _propose(laptop);
        vm.expectEmit(address(account));
        emit SmartAccount.RecoveryCancelled();
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.cancelRecovery, ())));
        _expectOver();
    }

    function test_TheGuardianCancelsItForThePersonWhoAsksByMail() external {
        _propose(laptop);
        vm.prank(guardian);
        account.cancelRecovery();
        _expectOver();
    }

    function test_AnotherGuardianOrNoneEndsIt() external {
        _propose(laptop);
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.setGuardian, (address(0)))));
        _expectOver();
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.NotGuardian.selector, guardian));
        vm.prank(guardian);
        account.proposeKey(laptop);
        vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, guardian));
        vm.prank(guardian);
        account.cancelRecovery();
    }

    function test_ASecondProposalReplacesTheFirstAndStartsAgain() external {
        _propose(laptop);
        vm.warp(block.timestamp + 6 days);
        _propose(wallet);
        vm.warp(block.timestamp + 7 days - 1);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, wallet));
        account.finishRecovery(wallet);
        vm.warp(block.timestamp + 1);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, laptop));
        account.finishRecovery(laptop);
        account.finishRecovery(wallet);
        vm.assertTrue(account.isKey(wallet));
    }

    function test_AProposalIsUsedOnce() external {
        _propose(laptop);
        vm.warp(block.timestamp + 7 days);
        account.finishRecovery(laptop);
        _removeKey(laptop);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, laptop));
        account.finishRecovery(laptop);
    }

    function test_WhatCanNeverSignOrSignsAlreadyIsNotProposed() external {
        vm.startPrank(guardian);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.KeyExists.selector, phone));
        account.proposeKey(phone);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.KeyNotUsable.selector, abi.encodePacked(address(0))));
        account.proposeKey(abi.encodePacked(address(0)));
    }

    function test_TheGuardianAloneCanDoNothingElse() external {
        bytes memory refused = abi.encodeWithSelector(Account.AccountUnauthorized.selector, guardian);
        vm.startPrank(guardian);
        vm.expectRevert(refused);
        account.addKey(wallet);
        vm.expectRevert(refused);
        account.removeKey(phone);
        vm.expectRevert(refused);
        account.setGuardian(person("other"));
    }

    function _propose(bytes memory key) private {
        vm.expectEmit(address(account));
        emit SmartAccount.RecoveryProposed(keccak256(key), key, block.timestamp + 7 days);
        vm.prank(guardian);
        account.proposeKey(key);
    }

    function _expectOver() private {
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.RecoveryNotReady.selector, laptop));
        account.finishRecovery(laptop);
        vm.assertFalse(account.isKey(laptop));
    }
}
