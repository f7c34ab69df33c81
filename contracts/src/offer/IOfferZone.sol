// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";

/// @title IOfferZone
/// @notice A Seaport zone that can only cancel orders. Makers whose orders name it allow the marketplace's operator
/// to cancel them on request, at the marketplace's cost. It cannot fill, hold or
/// price anything. These orders are of the open types, so Seaport never calls the zone on a fill; a restricted order
/// that names it cannot be filled, because the zone does not implement the check.
interface IOfferZone {
    /// @notice The owner allowed or revoked an operator.
    event OperatorSet(address indexed operator, bool allowed);

    /// @notice Only an operator can cancel.
    error NotOperator(address caller);
    /// @notice The address of Seaport has no code.
    error SeaportMissing(address seaport);
    /// @notice Ownership cannot be renounced: without an owner a stolen operator key could never be revoked.
    error OwnershipNotRenounceable();

    /// @notice Cancels orders that name this zone, all or none. Only an operator.
    /// @dev Reverts with Seaport's error if it refuses, for example for an order of another zone.
    /// @return cancelled The answer of Seaport: true.
    function cancel(OrderComponents[] calldata orders) external returns (bool cancelled);

    /// @notice Allows or revokes an operator. Only the owner.
    function setOperator(address operator, bool allowed) external;

    /// @notice Whether an account can cancel.
    function isOperator(address account) external view returns (bool);

    /// @notice The Seaport contract whose orders this zone cancels.
    function seaport() external view returns (address);
}
