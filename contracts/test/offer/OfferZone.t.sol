// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ConsiderationEventsAndErrors} from "seaport-types/src/interfaces/ConsiderationEventsAndErrors.sol";
import {OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {Order, OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {Collection721} from "../../src/collection/Collection721.sol";
import {IOfferZone} from "../../src/offer/IOfferZone.sol";
import {OfferZone} from "../../src/offer/OfferZone.sol";
import {SeaportFixture} from "../base/SeaportFixture.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";
import {CollectionFixture} from "../collection/CollectionFixture.sol";

/// @dev Ann has listed tokens with the real Seaport; the marketplace's operator can cancel.
abstract contract OfferFixture is CollectionFixture, SeaportFixture {
    OfferZone internal zone;
    address internal owner = person("zone owner");
    address internal operator = person("operator");

    function setUp() public virtual override {
        super.setUp();
        _deploySeaport();
        zone = new OfferZone(address(seaport), owner, operator);
        vm.prank(ann);
        pieces.setApprovalForAll(address(seaport), true);
        vm.deal(bob, 1_000 ether);
    }

    function _list(uint256 tokenId) internal returns (OrderComponents memory) {
        if (pieces.digestOf(tokenId) == 0) _mint(pieces, _request(tokenId, 1));
        return _sale(ann, address(zone), address(pieces), tokenId, 1 ether, OrderType.FULL_OPEN);
    }

    function _listMany(uint256 count) internal returns (OrderComponents[] memory orders) {
        orders = new OrderComponents[](count);
        for (uint256 i; i < count; ++i) {
            orders[i] = _list(i + 1);
        }
    }

    function _isCancelled(OrderComponents memory order) internal view returns (bool cancelled) {
        (, cancelled,,) = seaport.getOrderStatus(seaport.getOrderHash(order));
    }
}

contract CancelTest is OfferFixture {
    function testFuzz_RevertWhen_TheCallerIsNotAnOperator(address caller) external {
        vm.assume(caller != operator);
        OrderComponents[] memory orders = _listMany(1);
        _expectRefused(caller, orders);
    }

    function test_RevertWhen_TheCallerIsTheOwnerOrTheSeller() external {
        OrderComponents[] memory orders = _listMany(1);
        _expectRefused(owner, orders);
        _expectRefused(ann, orders);
        vm.assertFalse(_isCancelled(orders[0]));
    }

    function testFuzz_AllOrdersThatNameTheZoneAreCancelled(uint256 count) external {
        OrderComponents[] memory orders = _listMany(within(count, 1, 8));
        for (uint256 i; i < orders.length; ++i) {
            vm.expectEmit(address(seaport));
            emit ConsiderationEventsAndErrors.OrderCancelled(seaport.getOrderHash(orders[i]), ann, address(zone));
        }
        vm.prank(operator);
        vm.assertTrue(zone.cancel(orders));
        for (uint256 i; i < orders.length; ++i) {
            vm.assertTrue(_isCancelled(orders[i]));
        }
    }

    function test_RevertWhen_ACancelledOrderIsFilled() external {
        OrderComponents[] memory orders = _listMany(1);
        Order memory order = _signed(orders[0], keyOf("ann"));
        vm.prank(operator);
        zone.cancel(orders);
        vm.expectRevert(
            abi.encodeWithSelector(
                ConsiderationEventsAndErrors.OrderIsCancelled.selector, seaport.getOrderHash(orders[0])
            )
        );
        vm.prank(bob);
        seaport.fulfillOrder{value: 1 ether}(order, 0);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    function testFuzz_RevertWhen_AnyOrderNamesAnotherZone(uint256 count, uint256 which, address other) external {
        vm.assume(other != address(zone));
        OrderComponents[] memory orders = _listMany(within(count, 1, 4));
        which = within(which, 0, orders.length - 1);
        orders[which].zone = other;
        vm.expectRevert(ConsiderationEventsAndErrors.CannotCancelOrder.selector);
        vm.prank(operator);
        zone.cancel(orders);
        for (uint256 i; i < orders.length; ++i) {
            vm.assertFalse(_isCancelled(orders[i]));
        }
    }

    function test_AnEmptyListOfOrdersSucceeds() external {
        vm.prank(operator);
        vm.assertTrue(zone.cancel(new OrderComponents[](0)));
    }

    function test_RevertWhen_TheCallDataIsMalformed() external {
        vm.prank(operator);
        (bool success,) = address(zone).call(abi.encodePacked(IOfferZone.cancel.selector, uint256(1 << 200)));
        vm.assertFalse(success);
    }

    function _expectRefused(address caller, OrderComponents[] memory orders) private {
        vm.expectRevert(abi.encodeWithSelector(IOfferZone.NotOperator.selector, caller));
        vm.prank(caller);
        zone.cancel(orders);
    }
}

contract OfferZoneTest is OfferFixture {
    function test_AnOpenOrderWithTheZoneFillsWithoutCallingIt() external {
        Order memory order = _signed(_list(1), keyOf("ann"));
        vm.prank(bob);
        seaport.fulfillOrder{value: 1 ether}(order, 0);
        vm.assertEq(pieces.ownerOf(1), bob);
        vm.assertEq(ann.balance, 1 ether);
        vm.assertEq(address(zone).balance, 0);
    }

    function test_RevertWhen_ARestrictedOrderWithTheZoneIsFilled() external {
        _mint(pieces, _request(1, 1));
        Order memory order =
            _signed(_sale(ann, address(zone), address(pieces), 1, 1 ether, OrderType.FULL_RESTRICTED), keyOf("ann"));
        vm.expectRevert();
        vm.prank(bob);
        seaport.fulfillOrder{value: 1 ether}(order, 0);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    function testFuzz_TheOwnerAddsAndRemovesOperators(address other) external {
        vm.assume(other != operator);
        vm.expectEmit(address(zone));
        emit IOfferZone.OperatorSet(other, true);
        vm.prank(owner);
        zone.setOperator(other, true);
        vm.assertTrue(zone.isOperator(other) && zone.isOperator(operator));

        OrderComponents[] memory orders = _listMany(1);
        vm.prank(owner);
        zone.setOperator(other, false);
        vm.expectRevert(abi.encodeWithSelector(IOfferZone.NotOperator.selector, other));
        vm.prank(other);
        zone.cancel(orders);
    }

    function testFuzz_RevertWhen_TheCallerAddingAnOperatorIsNotTheOwner(address caller) external {
        vm.assume(caller != owner);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, caller));
        vm.prank(caller);
        zone.setOperator(caller, true);
    }

    function testFuzz_OwnershipPassesWhenTheNextOwnerAccepts(address next) external {
        vm.assume(next != owner && next != address(0));
        vm.prank(owner);
        zone.transferOwnership(next);
        vm.assertEq(zone.owner(), owner);
        vm.prank(next);
        zone.acceptOwnership();
        vm.assertEq(zone.owner(), next);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, owner));
        vm.prank(owner);
        zone.setOperator(owner, true);
    }

    function test_RevertWhen_TheAcceptingAccountIsNotTheNextOwner() external {
        vm.prank(owner);
        zone.transferOwnership(ann);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, bob));
        vm.prank(bob);
        zone.acceptOwnership();
    }

    function test_RevertWhen_OwnershipIsRenounced() external {
        vm.expectRevert(IOfferZone.OwnershipNotRenounceable.selector);
        vm.prank(owner);
        zone.renounceOwnership();
    }

    function test_RevertWhen_SeaportHasNoCode() external {
        vm.expectRevert(abi.encodeWithSelector(IOfferZone.SeaportMissing.selector, bob));
        new OfferZone(bob, owner, operator);
    }

    function test_RevertWhen_TheOwnerIsTheZeroAddress() external {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new OfferZone(address(seaport), address(0), operator);
    }

    function test_RevertWhen_MoneyIsSentToIt() external {
        vm.prank(bob);
        (bool success,) = address(zone).call{value: 1 ether}("");
        vm.assertFalse(success);
    }

    function test_ReturnsItsSeaportAddress() external view {
        vm.assertEq(zone.seaport(), address(seaport));
    }

    /// @dev Whatever function and data the operator calls on the zone: Ann's tokens and money do not move.
    function testFuzz_TheOperatorCanMoveNothing(bytes4 selector, bytes calldata rest) external {
        _mint(pieces, _request(1, 1));
        vm.deal(ann, 1 ether);
        vm.prank(operator);
        (bool success,) = address(zone).call(bytes.concat(selector, rest));
        success;
        vm.assertEq(pieces.ownerOf(1), ann);
        vm.assertEq(ann.balance, 1 ether);
        vm.assertEq(zone.owner(), owner);
    }
}
