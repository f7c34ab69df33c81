// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC2981} from "@openzeppelin/contracts/interfaces/IERC2981.sol";
import {IAuctionHouse} from "./IAuctionHouse.sol";

/// @title BoundedCall
/// @dev Calls that may fail without reverting their caller. Each has a gas limit, and only the words that are read are copied
/// from its return data. A failure counts only if the call had its full gas limit; otherwise a caller could
/// make a refund, a delivery or a royalty fail by sending too little gas.
library BoundedCall {
    /// @dev WETH needs about 35,000, a proxied USDC about 60,000.
    uint256 internal constant PAYMENT_GAS = 120_000;
    /// @dev A transfer of an enumerable collection to a smart wallet needs about 200,000.
    uint256 internal constant DELIVERY_GAS = 400_000;
    /// @dev A royalty lookup in a registry behind proxies needs about 80,000.
    uint256 internal constant ROYALTY_GAS = 120_000;
    /// @dev The highest cost of the call itself, before the callee's first instruction.
    uint256 private constant CALL_COST = 5_000;

    /// @dev ERC-20 `balanceOf`; reverts with the error of the currency. No gas limit, because nothing can continue without it.
    function balanceOf(address currency, address account) internal view returns (uint256 amount) {
        assembly ("memory-safe") {
            mstore(0x14, account)
            mstore(0x00, 0x70a08231000000000000000000000000) // balanceOf(address)
            let success := staticcall(gas(), currency, 0x10, 0x24, 0x00, 0x20)
            if iszero(and(gt(returndatasize(), 0x1f), success)) {
                let free := mload(0x40)
                returndatacopy(free, 0x00, returndatasize())
                revert(free, returndatasize())
            }
            amount := mload(0x00)
        }
    }

    /// @dev ERC-20 `transfer`, for tokens that return true and for tokens that return nothing.
    function tryTransfer(address currency, address to, uint256 amount) internal returns (bool success) {
        uint256 available;
        assembly ("memory-safe") {
            // The call data starts at 0x10, in scratch memory and the unused part of the free memory pointer.
            mstore(0x14, to)
            mstore(0x34, amount)
            mstore(0x00, 0xa9059cbb000000000000000000000000) // transfer(address,uint256)
            available := gas()
            success := call(PAYMENT_GAS, currency, 0, 0x10, 0x44, 0x00, 0x20)
            if success {
                switch returndatasize()
                case 0 { success := gt(extcodesize(currency), 0) }
                default { success := and(gt(returndatasize(), 0x1f), eq(mload(0x00), 1)) }
            }
            mstore(0x34, 0)
        }
        if (!success) _requireGas(available, PAYMENT_GAS);
    }

    /// @dev A call whose return data is ignored.
    function tryCall(address target, bytes memory data) internal returns (bool success) {
        uint256 available;
        assembly ("memory-safe") {
            available := gas()
            success := call(DELIVERY_GAS, target, 0, add(data, 0x20), mload(data), 0x00, 0x00)
        }
        if (!success) _requireGas(available, DELIVERY_GAS);
    }

    /// @dev ERC-2981 `royaltyInfo`; zeros if the collection does not answer as the standard requires.
    function tryRoyaltyInfo(address collection, uint256 tokenId, uint256 price)
        internal
        view
        returns (address receiver, uint256 amount)
    {
        bytes memory data = abi.encodeCall(IERC2981.royaltyInfo, (tokenId, price));
        uint256 available;
        bool success;
        bool answered;
        assembly ("memory-safe") {
            available := gas()
            success := staticcall(ROYALTY_GAS, collection, add(data, 0x20), mload(data), 0x00, 0x40)
            if and(success, gt(returndatasize(), 0x3f)) {
                answered := iszero(shr(160, mload(0x00)))
                if answered {
                    receiver := mload(0x00)
                    amount := mload(0x20)
                }
            }
        }
        if (!success) _requireGas(available, ROYALTY_GAS);
    }

    /// @dev EIP-150: a call can receive at most 63/64 of the available gas.
    function _requireGas(uint256 available, uint256 promised) private pure {
        if (available < promised + promised / 63 + CALL_COST) revert IAuctionHouse.GasTooLow();
    }
}
