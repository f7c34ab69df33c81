// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {IOfferZone} from "./IOfferZone.sol";

/// @title OfferZone
/// @notice Cancels orders at Seaport; {IOfferZone} documents it.
contract OfferZone is IOfferZone, Ownable2Step {
    /// @inheritdoc IOfferZone
    address public immutable seaport;

    /// @inheritdoc IOfferZone
    mapping(address account => bool) public isOperator;

    constructor(address seaport_, address owner_, address firstOperator) Ownable(owner_) {
        // `cancel` would treat the empty answer of an address without code as success.
        if (seaport_.code.length == 0) revert SeaportMissing(seaport_);
        seaport = seaport_;
        _setOperator(firstOperator, true);
    }

    /// @inheritdoc IOfferZone
    function cancel(OrderComponents[] calldata) external returns (bool) {
        if (!isOperator[msg.sender]) revert NotOperator(msg.sender);
        // Seaport's `cancel` has the same selector and arguments, so the call data is forwarded unchanged.
        // Decoding and encoding the nested arrays would only cost gas.
        (bool success, bytes memory answer) = seaport.call(msg.data);
        if (!success) {
            assembly ("memory-safe") {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return abi.decode(answer, (bool));
    }

    /// @inheritdoc IOfferZone
    function setOperator(address operator, bool allowed) external onlyOwner {
        _setOperator(operator, allowed);
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override {
        revert OwnershipNotRenounceable();
    }

    function _setOperator(address operator, bool allowed) private {
        isOperator[operator] = allowed;
        emit OperatorSet(operator, allowed);
    }
}
