// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint, PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Vm, vm} from "../base/Vm.sol";

interface IOperationHash {
    function getUserOpHash(PackedUserOperation calldata operation) external view returns (bytes32);
}

/// @dev The real EntryPoint 0.8, deployed with the same CREATE2 call as on public chains.
abstract contract EntryPointFixture {
    address private constant PROXY = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
    bytes private constant PROXY_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";
    bytes32 private constant RESULT =
        keccak256("UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)");

    IEntryPoint internal constant ENTRY = ERC4337Utils.ENTRYPOINT_V08;
    address internal constant BUNDLER = address(0xb0b);

    function _deployEntryPoint() internal {
        vm.etch(PROXY, PROXY_CODE);
        string memory artifact = vm.readFile("artifact/entry-point-0.8.json");
        bytes memory salted =
            bytes.concat(vm.parseJsonBytes(artifact, ".create2.salt"), vm.parseJsonBytes(artifact, ".creationCode"));
        (bool success,) = PROXY.call(salted);
        vm.assertTrue(success && address(ENTRY).code.length != 0, "EntryPoint's constructor failed");
    }

    /// @dev An unsigned operation at gas price 0.
    function _operation(address sender, bytes memory callData) internal view returns (PackedUserOperation memory op) {
        op.sender = sender;
        op.nonce = ENTRY.getNonce(sender, 0);
        op.callData = callData;
        op.accountGasLimits = bytes32((uint256(5_000_000) << 128) | 5_000_000);
    }

    function _operationHash(PackedUserOperation memory op) internal view returns (bytes32) {
        return IOperationHash(address(ENTRY)).getUserOpHash(op);
    }

    /// @dev Bundles one operation. Reverts if the validation fails.
    /// @return success Whether the execution succeeded.
    function _handle(PackedUserOperation memory op) internal returns (bool success) {
        PackedUserOperation[] memory ops = _startBundle(op);
        ENTRY.handleOps(ops, payable(BUNDLER));
        return _hasSucceeded();
    }

    /// @dev Bundles one operation.
    /// @return valid Whether the validation succeeded.
    /// @return success Whether the execution succeeded, too.
    function _tryHandle(PackedUserOperation memory op) internal returns (bool valid, bool success) {
        PackedUserOperation[] memory ops = _startBundle(op);
        try ENTRY.handleOps(ops, payable(BUNDLER)) {
            return (true, _hasSucceeded());
        } catch {}
    }

    function _startBundle(PackedUserOperation memory op) private returns (PackedUserOperation[] memory ops) {
        ops = new PackedUserOperation[](1);
        ops[0] = op;
        vm.recordLogs();
        // The entry point is called by keys only, never by contracts.
        vm.prank(BUNDLER, BUNDLER);
    }

    function _hasSucceeded() private returns (bool success) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i; i < logs.length; ++i) {
            if (logs[i].topics[0] == RESULT) {
                (, success,,) = abi.decode(logs[i].data, (uint256, bool, uint256, uint256));
            }
        }
    }

    function _expectRefused() internal {
        vm.expectRevert(abi.encodeWithSelector(IEntryPoint.FailedOp.selector, 0, "AA24 signature error"));
    }
}
