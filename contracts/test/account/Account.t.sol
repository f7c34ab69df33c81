// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {SmartAccount} from "../../src/account/SmartAccount.sol";
import {SmartAccountFactory} from "../../src/account/SmartAccountFactory.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";
import {AccountFixture, Bell} from "./AccountFixture.sol";

contract AccountAddressTest is AccountFixture {
    function testFuzz_TheAddressFollowsFromTheFirstKeyBeforeAndAfterItIsDeployed(bytes calldata key) external {
        address predicted = accounts.accountOf(key);
        vm.expectEmit(address(accounts));
        emit SmartAccountFactory.AccountCreated(predicted, key);
        vm.assertEq(accounts.create(key), predicted);
        vm.assertEq(accounts.accountOf(key), predicted);
        vm.assertEq(accounts.create(key), predicted);
        vm.assertTrue(SmartAccount(payable(predicted)).isKey(key));
    }

    function testFuzz_TwoKeysHaveTwoAccounts(bytes calldata one, bytes calldata other) external view {
        vm.assume(keccak256(one) != keccak256(other));
        vm.assertNotEq(accounts.accountOf(one), accounts.accountOf(other));
    }

    function test_TheFirstOperationDeploysTheAccount() external {
        address fresh = accounts.accountOf(laptop);
        PackedUserOperation memory op = _operation(fresh, _ring());
        op.initCode = abi.encodePacked(accounts, abi.encodeCall(SmartAccountFactory.create, (laptop)));
        op.signature = _passkeySignature("laptop", _operationHash(op));
        vm.assertTrue(_handle(op));
        vm.assertEq(bell.rung(fresh), 1);
    }

    function test_TheCodeOfAllAccountsHasNoKey() external {
        SmartAccount[2] memory codes = [SmartAccount(payable(accounts.implementation())), new SmartAccount()];
        for (uint256 i; i < codes.length; ++i) {
            vm.assertFalse(codes[i].isKey(phone) || codes[i].isKey("") || codes[i].isKey(abi.encodePacked(this)));
        }
    }
}

contract AccountActTest is AccountFixture {
    function test_APasskeyActs() external {
        vm.assertTrue(_act(_ring()));
        vm.assertEq(bell.rung(address(account)), 1);
    }

    function test_ASecondPasskeyActsAlone() external {
        _addKey(laptop);
        vm.assertTrue(_handle(_signedRing("laptop", _usual())));
    }

    function test_AWalletAsKeyActsAlone() external {
        _addKey(wallet);
        PackedUserOperation memory op = _operation(address(account), _ring());
        op.signature = _walletSignature("wallet", _operationHash(op));
        vm.assertTrue(_handle(op));
        vm.assertEq(bell.rung(address(account)), 1);
    }

    function test_AWalletAsKeyCallsTheAccountItselfWithoutAnOperation() external {
        _addKey(wallet);
        Execution[] memory calls = new Execution[](1);
        calls[0] = Execution(address(bell), 0, abi.encodeCall(Bell.ring, ()));
        vm.prank(person("wallet"));
        account.execute(BATCH, abi.encode(calls));
        vm.assertEq(bell.rung(address(account)), 1);
    }

    function test_AWalletThatDelegatesToCodeStaysAKey() external {
        _addKey(wallet);
        vm.etch(person("wallet"), address(bell).code);
        PackedUserOperation memory op = _operation(address(account), _ring());
        op.signature = _walletSignature("wallet", _operationHash(op));
        vm.assertTrue(_handle(op));
    }

    function testFuzz_RevertWhen_AnyoneElseExecutes(address caller) external {
        vm.assume(caller != address(ENTRY) && caller != address(account));
        vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, caller));
        vm.prank(caller);
        account.execute(BATCH, abi.encode(new Execution[](0)));
    }

    function testFuzz_RevertWhen_AnyoneElseValidatesOrManages(address caller) external {
        vm.assume(caller != address(ENTRY) && caller != address(account));
        // Nobody has the zero address, the guardian of an account without one.
        vm.assume(caller != address(0));
        PackedUserOperation memory op = _signedRing("phone", _usual());
        bytes32 hash = _operationHash(op);
        bytes memory refused = abi.encodeWithSelector(Account.AccountUnauthorized.selector, caller);
        vm.startPrank(caller);
        vm.expectRevert(refused);
        account.validateUserOp(op, hash, 0);
        vm.expectRevert(refused);
        account.addKey(wallet);
        vm.expectRevert(refused);
        account.removeKey(phone);
        vm.expectRevert(refused);
        account.setGuardian(caller);
        vm.expectRevert(refused);
        account.cancelRecovery();
    }

    function test_CallsOfABatchAreMadeInOrderAndAllOrNone() external {
        Execution[] memory calls = new Execution[](2);
        calls[0] = Execution(address(bell), 0, abi.encodeCall(Bell.ring, ()));
        calls[1] = Execution(address(bell), 0, abi.encodeCall(Bell.fail, ()));
        vm.assertFalse(_act(_batch(calls)));
        vm.assertEq(bell.rung(address(account)), 0);
        calls[1] = calls[0];
        vm.assertTrue(_act(_batch(calls)));
        vm.assertEq(bell.rung(address(account)), 2);
    }

    function testFuzz_OnlyPlainBatchesAreExecuted(bytes32 mode) external {
        vm.assume(bytes10(mode) != bytes10(BATCH));
        bytes memory data = abi.encode(new Execution[](0));
        vm.assertFalse(account.supportsExecutionMode(mode));
        vm.expectRevert(ERC7821.UnsupportedExecutionMode.selector);
        vm.prank(address(ENTRY));
        account.execute(mode, data);
    }

    function test_TheAccountTakesCoinsAndNfts() external {
        vm.deal(address(this), 1 ether);
        (bool taken,) = address(account).call{value: 1 ether}("");
        vm.assertTrue(taken);
        bytes4 single = account.onERC721Received(address(0), address(0), 0, "");
        vm.assertEq(bytes32(single), bytes32(account.onERC721Received.selector));
        vm.assertTrue(account.supportsInterface(0x4e2312e0), "ERC-1155 receiver");
    }

    function test_ASpentSignatureIsRefused() external {
        PackedUserOperation memory op = _signedRing("phone", _usual());
        vm.assertTrue(_handle(op));
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA25 invalid account nonce"));
        this.handle(op);
        ++op.nonce;
        _expectRefused();
        this.handle(op);
    }

    function test_ASignatureForAnotherChainIsRefused() external {
        PackedUserOperation memory op = _signedRing("phone", _usual());
        vm.chainId(137);
        _expectRefused();
        this.handle(op);
    }

    function test_ASignatureForAnotherAccountOfTheSameKeyIsRefused() external {
        PackedUserOperation memory op = _signedRing("phone", _usual());
        SmartAccount other = SmartAccount(payable(accounts.create(laptop)));
        PackedUserOperation memory adding = _operation(address(other), abi.encodeCall(SmartAccount.addKey, (phone)));
        adding.signature = _passkeySignature("laptop", _operationHash(adding));
        vm.assertTrue(_handle(adding));
        op.sender = address(other);
        op.nonce = ENTRY.getNonce(address(other), 0);
        _expectRefused();
        this.handle(op);
    }

    function test_ASignatureOfTheSamePasskeyForAnotherSiteIsRefused() external {
        Assertion memory how = _usual();
        how.site = "skarb.example";
        PackedUserOperation memory op = _signedRing("phone", how);
        _expectRefused();
        this.handle(op);
    }

    function test_ASignatureWithoutFingerprintFaceOrPinIsRefused() external {
        Assertion memory how = _usual();
        how.flags = PRESENT;
        PackedUserOperation memory op = _signedRing("phone", how);
        _expectRefused();
        this.handle(op);
    }

    function testFuzz_AChangedOperationIsRefused(uint8 part, bytes32 salt) external {
        PackedUserOperation memory op = _signedRing("phone", _usual());
        if (part % 3 == 0) op.callData = abi.encodeCall(SmartAccount.addKey, (abi.encode(salt)));
        else if (part % 3 == 1) op.preVerificationGas = within(uint256(salt), 1, 1_000_000);
        else op.nonce = uint256(keccak256(abi.encode(salt))) << 64;
        _expectRefused();
        this.handle(op);
    }

    function testFuzz_AnUnknownKeyIsRefused(bytes32 seed) external {
        PackedUserOperation memory op = _operation(address(account), _ring());
        uint256 key = within(uint256(seed), 1, type(uint128).max);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, _operationHash(op));
        op.signature = _withKey(abi.encodePacked(vm.addr(key)), abi.encodePacked(r, s, v));
        _expectRefused();
        this.handle(op);
    }

    function test_ASignatureUnderTheNameOfAnotherKeyIsRefused() external {
        _addKey(wallet);
        PackedUserOperation memory op = _operation(address(account), _ring());
        bytes32 hash = _operationHash(op);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf("thief"), hash);
        op.signature = _withKey(wallet, abi.encodePacked(r, s, v));
        _expectRefused();
        this.handle(op);
        op.signature = _withKey(phone, _assert("laptop", hash, _usual()));
        _expectRefused();
        this.handle(op);
    }

    function testFuzz_BytesAreNoSignature(bytes calldata garbage, bytes32 hash) external {
        vm.assertFalse(account.isValidSignature(hash, garbage) == bytes4(0x1626ba7e));
        PackedUserOperation memory op = _operation(address(account), _ring());
        op.signature = _withKey(phone, garbage);
        _expectRefused();
        this.handle(op);
    }

    function testFuzz_ASignatureThatIsShorterThanItsKeyIsRefused(uint8 length) external {
        PackedUserOperation memory op = _operation(address(account), _ring());
        op.signature = abi.encodePacked(length, new bytes(length / 2));
        _expectRefused();
        this.handle(op);
    }

    function testFuzz_ATruncatedSignatureIsRefused(uint256 length) external {
        PackedUserOperation memory op = _signedRing("phone", _usual());
        bytes memory signature = op.signature;
        // The last bytes are the padding of the encoding.
        length = within(length, 0, signature.length - 32);
        assembly ("memory-safe") {
            mstore(signature, length)
        }
        _expectRefused();
        this.handle(op);
    }

    function handle(PackedUserOperation calldata op) external {
        _handle(op);
    }
}

contract AccountKeyTest is AccountFixture {
    function test_ANewAccountHasOneKeyAndNoGuardian() external view {
        vm.assertEq(account.keyCount(), 1);
        vm.assertTrue(account.isKey(phone));
        vm.assertFalse(account.isKey(laptop));
        vm.assertEq(account.guardian(), address(0));
        vm.assertEq(address(account.entryPoint()), 0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    }

    function test_AnyKeyRemovesAnyOtherEvenTheFirst() external {
        _addKey(laptop);
        PackedUserOperation memory op = _operation(address(account), abi.encodeCall(SmartAccount.removeKey, (phone)));
        op.signature = _passkeySignature("laptop", _operationHash(op));
        vm.expectEmit(address(account));
        emit SmartAccount.KeyRemoved(keccak256(phone));
        vm.assertTrue(_handle(op));
        vm.assertEq(account.keyCount(), 1);
        vm.assertFalse(account.isKey(phone));
    }

    function test_ARemovedKeyIsRefusedAtOnce() external {
        _addKey(laptop);
        PackedUserOperation memory signedBefore = _signedRing("laptop", _usual());
        signedBefore.nonce = uint256(9) << 64;
        signedBefore.signature = _passkeySignature("laptop", _operationHash(signedBefore));
        _removeKey(laptop);
        _expectRefused();
        this.handle(signedBefore);
        PackedUserOperation memory signedAfter = _signedRing("laptop", _usual());
        _expectRefused();
        this.handle(signedAfter);
    }

    function test_ARemovedWalletCannotExecute() external {
        _addKey(wallet);
        _removeKey(wallet);
        vm.expectRevert(abi.encodeWithSelector(Account.AccountUnauthorized.selector, person("wallet")));
        vm.prank(person("wallet"));
        account.execute(BATCH, abi.encode(new Execution[](0)));
    }

    function test_ARemovedFirstKeyCanBeAddedAgain() external {
        _addKey(wallet);
        _removeKey(phone);
        vm.prank(address(account));
        account.addKey(phone);
        vm.assertTrue(_act(_ring()));
        vm.assertEq(account.keyCount(), 2);
    }

    function test_TheLastKeyStays() external {
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.LastKey.selector, phone));
        vm.prank(address(account));
        account.removeKey(phone);
        vm.assertTrue(account.isKey(phone));
    }

    function test_AKeyIsAddedAndRemovedOnce() external {
        vm.startPrank(address(account));
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.KeyExists.selector, phone));
        account.addKey(phone);
        vm.expectRevert(abi.encodeWithSelector(SmartAccount.KeyMissing.selector, laptop));
        account.removeKey(laptop);
        vm.expectEmit(address(account));
        emit SmartAccount.KeyAdded(keccak256(laptop), laptop);
        account.addKey(laptop);
        vm.assertEq(account.keyCount(), 2);
    }

    function test_WhatCanNeverSignIsNoKey() external {
        bytes[6] memory useless = [
            bytes(""),
            abi.encodePacked(bytes19(type(uint152).max << 1)),
            abi.encodePacked(address(0)),
            abi.encodePacked(account),
            // A passkey whose verifier is an address without code.
            abi.encodePacked(person("nobody"), new bytes(96)),
            abi.encodePacked(verifier, new bytes(236))
        ];
        vm.startPrank(address(account));
        for (uint256 i; i < useless.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(SmartAccount.KeyNotUsable.selector, useless[i]));
            account.addKey(useless[i]);
        }
    }

    function testFuzz_KeysComeAndGoInAnyOrder(uint256 seed) external {
        bytes[4] memory keys = [phone, laptop, wallet, abi.encodePacked(person("other wallet"))];
        bool[4] memory expected = [true, false, false, false];
        uint256 count = 1;
        vm.startPrank(address(account));
        for (uint256 i; i < 24; ++i) {
            uint256 which = (seed >> (i * 4)) % 4;
            if (!expected[which]) {
                account.addKey(keys[which]);
                ++count;
            } else if (count > 1) {
                account.removeKey(keys[which]);
                --count;
            } else {
                continue;
            }
            expected[which] = !expected[which];
            vm.assertEq(account.keyCount(), count);
            for (uint256 k; k < 4; ++k) {
                vm.assertTrue(account.isKey(keys[k]) == expected[k]);
            }
        }
    }

    function handle(PackedUserOperation calldata op) external {
        _handle(op);
    }
}
