// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";

/// @title The marketplace's pen for striking out orders
/// @notice Seaport lets an order's zone cancel it. Sellers and bidders who name this zone let the marketplace's operator
/// take their order back at the marketplace's cost when they ask for it. It can do nothing else: it fills nothing, holds
/// nothing, prices nothing. Orders that name it are open ones, so Seaport never asks it anything at a sale; an order
/// signed as restricted to it can't be filled, because it has no answer to give.
interface IOfferZone {
    /// @notice The owner let somebody cancel, or stopped him.
    event OperatorSet(address indexed operator, bool allowed);

    /// @notice Only an operator may cancel.
    error NotOperator(address caller);
    /// @notice There is no contract where Seaport should be.
    error SeaportMissing(address seaport);
    /// @notice Without an owner a lost operator key could never be taken back.
    error OwnershipNotRenounceable();

    /// @notice Cancels orders that name this zone. Only an operator. All or none.
    /// @dev Reverts with Seaport's own error when it refuses (an order of another zone, an already restricted one).
    /// @return cancelled What Seaport answers: true.
    function cancel(OrderComponents[] calldata orders) external returns (bool cancelled);

    /// @notice Lets an account cancel, or stops it. Only the owner.
    function setOperator(address operator, bool allowed) external;

    /// @notice Whether an account may cancel.
    function isOperator(address account) external view returns (bool);

    /// @notice The Seaport whose orders this zone cancels.
    function seaport() external view returns (address);
}
