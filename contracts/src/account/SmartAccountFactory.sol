// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibClone} from "solady/utils/LibClone.sol";
import {SmartAccount} from "./SmartAccount.sol";

/// @title SmartAccountFactory
/// @notice Deploys accounts. The hash of the first key is in an account's code, so the address follows from that key.
contract SmartAccountFactory {
    /// @notice The code of all accounts.
    address public immutable implementation = address(new SmartAccount());

    event AccountCreated(address indexed account, bytes key);

    /// @notice The address of the account with this first key, before and after it is deployed.
    function accountOf(bytes calldata key) external view returns (address) {
        return LibClone.predictDeterministicAddress(implementation, abi.encodePacked(keccak256(key)), 0, address(this));
    }

    /// @notice Deploys the account with this first key, if it does not exist. Anyone can call it. The key is not checked:
    /// one that cannot sign makes an account that nobody can use.
    function create(bytes calldata key) external returns (address account) {
        bool existed;
        (existed, account) = LibClone.createDeterministicClone(implementation, abi.encodePacked(keccak256(key)), 0);
        if (!existed) emit AccountCreated(account, key);
    }
}
