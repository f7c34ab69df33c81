// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {SmartAccount} from "../../src/account/SmartAccount.sol";
import {Campaign, Crowd} from "../base/Campaign.sol";
import {keyOf, person, vm} from "../base/Vm.sol";
import {AccountFixture} from "./AccountFixture.sol";

/// @dev Three passkeys and three wallets act, come and go at random, mostly with a key that the account has; sometimes
/// with another, which must change nothing. A guardian proposes keys. The crowd records what should be true.
contract AccountCrowd is AccountFixture, Crowd {
    uint256 public constant NAMES = 6;

    bool[NAMES] public held;
    uint256 public heldCount = 1;
    uint256 public rings;
    uint256 public intrusions;
    uint256 public nonce;
    address public guardian;
    uint256 public proposed;
    uint256 public proposedAt;
    address private constant GUARDIAN = address(0x60a4d);

    function setUp() public override(AccountFixture, Crowd) {}

    constructor() {
        AccountFixture.setUp();
        account = SmartAccount(payable(accounts.create(keyAt(0))));
        held[0] = true;
    }

    function theAccount() external view returns (SmartAccount) {
        return account;
    }

    function ringings() external view returns (uint256) {
        return bell.rung(address(account));
    }

    function entryNonce() external view returns (uint256) {
        return ENTRY.getNonce(address(account), 0);
    }

    function keyAt(uint256 which) public view returns (bytes memory) {
        return which % 2 == 0 ? _passkey(vm.toString(which), "skarb.test") : abi.encodePacked(vm.addr(_secret(which)));
    }

    function ring(uint256 seed) external {
        if (_sign(_mixed(seed), _ring())) ++rings;
    }

    function add(uint256 seed) external {
        seed = _mixed(seed);
        uint256 which = _other(seed >> 8, false, seed >> 128);
        if (_sign(seed, abi.encodeCall(SmartAccount.addKey, (keyAt(which))))) {
            if (held[which]) ++intrusions;
            held[which] = true;
            ++heldCount;
            if (which == proposed) proposedAt = 0;
        }
    }

    function remove(uint256 seed) external {
        seed = _mixed(seed);
        uint256 which = _other(seed >> 8, true, seed >> 128);
        if (_sign(seed, abi.encodeCall(SmartAccount.removeKey, (keyAt(which))))) {
            if (!held[which]) ++intrusions;
            held[which] = false;
            --heldCount;
        }
    }

    function chooseGuardian(uint256 seed) external {
        seed = _mixed(seed);
        address chosen = seed % 4 == 0 ? address(0) : GUARDIAN;
        if (_sign(seed >> 8, abi.encodeCall(SmartAccount.setGuardian, (chosen)))) {
            guardian = chosen;
            proposedAt = 0;
        }
    }

    function propose(uint256 seed) external {
        seed = _mixed(seed);
        uint256 which = _other(seed >> 8, false, seed >> 128);
        address caller = seed % 8 == 0 ? person("nobody") : GUARDIAN;
        if (caller == GUARDIAN && guardian != GUARDIAN && seed % 8 != 1) return;
        ++calls;
        vm.prank(caller);
        try account.proposeKey(keyAt(which)) {
            ++successes;
            if (caller != guardian) ++intrusions;
            (proposed, proposedAt) = (which, block.timestamp);
        } catch {}
    }

    function cancel(uint256 seed) external {
        if (_sign(_mixed(seed), abi.encodeCall(SmartAccount.cancelRecovery, ()))) proposedAt = 0;
    }

    function finish(uint256 seed) external {
        seed = _mixed(seed);
        if (proposedAt == 0 && seed % 8 != 0) return;
        // Mostly in time, sometimes early.
        vm.warp(block.timestamp + (seed % 4 == 0 ? seed % 6 days : 7 days));
        ++calls;
        try account.finishRecovery(keyAt(proposed)) {
            ++successes;
            if (proposedAt == 0 || block.timestamp < proposedAt + 7 days || held[proposed]) ++intrusions;
            held[proposed] = true;
            ++heldCount;
            proposedAt = 0;
        } catch {}
    }

    /// @dev An operation signed by a key of the account; in one of eight cases by another.
    function _sign(uint256 seed, bytes memory callData) private returns (bool success) {
        uint256 which = _other(seed, true, seed >> 64);
        PackedUserOperation memory op = _operation(address(account), callData);
        bytes32 hash = _operationHash(op);
        op.signature = which % 2 == 0 ? _passkeySignature(vm.toString(which), hash) : _signature(which, hash);
        ++calls;
        bool valid;
        (valid, success) = _tryHandle(op);
        if (!valid) return false;
        if (!held[which]) ++intrusions;
        ++nonce;
        ++successes;
    }

    /// @dev A key that the account has, or has not; in one of eight cases any key.
    function _other(uint256 seed, bool isHeld, uint256 wild) private view returns (uint256 which) {
        which = seed % NAMES;
        if (wild % 8 == 0) return which;
        for (uint256 i; i < NAMES; ++i) {
            uint256 next = (which + i) % NAMES;
            if (held[next] == isHeld) return next;
        }
    }

    function _secret(uint256 which) private pure returns (uint256) {
        return keyOf(vm.toString(which));
    }

    function _signature(uint256 which, bytes32 hash) private pure returns (bytes memory) {
        return _walletSignature(vm.toString(which), hash);
    }
}

/// @notice Properties of an account that no sequence of calls may break.
contract AccountInvariantTest is Campaign {
    AccountCrowd internal crowd;

    function setUp() external {
        _start("account", crowd = new AccountCrowd());
    }

    function _broken() internal view override returns (string memory broken) {
        broken = _and(broken, _01_NeverWithoutAKey(), "01_NeverWithoutAKey");
        broken = _and(broken, _02_OnlyKeysAct(), "02_OnlyKeysAct");
        broken = _and(broken, _03_KeysAreWhatWasAddedAndNotRemoved(), "03_KeysAreWhatWasAddedAndNotRemoved");
        broken = _and(broken, _04_AProposalIsTheGuardiansAndWaits(), "04_AProposalIsTheGuardiansAndWaits");
    }

    /// 1. The account has a key, and counts them.
    function _01_NeverWithoutAKey() private view returns (bool) {
        uint256 found;
        for (uint256 i; i < crowd.NAMES(); ++i) {
            if (crowd.theAccount().isKey(crowd.keyAt(i))) ++found;
        }
        return found > 0 && found == crowd.theAccount().keyCount();
    }

    /// 2. It does what its keys signed, once each, and nothing else.
    function _02_OnlyKeysAct() private view returns (bool) {
        return crowd.intrusions() == 0 && crowd.ringings() == crowd.rings() && crowd.entryNonce() == crowd.nonce();
    }

    /// 3. A key was the first or was added, by a key or a recovery, and was not removed since.
    function _03_KeysAreWhatWasAddedAndNotRemoved() private view returns (bool) {
        for (uint256 i; i < crowd.NAMES(); ++i) {
            if (crowd.theAccount().isKey(crowd.keyAt(i)) != crowd.held(i)) return false;
        }
        return crowd.theAccount().keyCount() == crowd.heldCount();
    }

    /// 4. The guardian is the one that a key chose; its proposal waits for seven days and ends when a key says so or adds
    /// the proposed one.
    function _04_AProposalIsTheGuardiansAndWaits() private view returns (bool) {
        SmartAccount account = crowd.theAccount();
        uint256 start = crowd.proposedAt();
        if (account.guardian() != crowd.guardian()) return false;
        if (start == 0) return account.recoverableAt() == 0 && account.proposedKeyHash() == 0;
        return account.recoverableAt() == start + 7 days
            && account.proposedKeyHash() == keccak256(crowd.keyAt(crowd.proposed()));
    }
}
