// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {Order, OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {OfferZone} from "../../src/offer/OfferZone.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";
import {OfferFixture} from "./OfferZone.t.sol";

/// @dev Buyers, strangers, operators and the owner, at random, over eight of Ann's listings.
contract OfferCrowd is OfferFixture {
    uint256 internal constant LISTINGS = 8;
    mapping(uint256 listing => bool) public struckOut;
    mapping(uint256 listing => bool) public sold;
    mapping(address account => bool) public named;
    uint256 public intrusions;

    constructor() {
        setUp();
        named[operator] = true;
        for (uint256 i; i < LISTINGS; ++i) {
            _list(i + 1);
        }
    }

    function theZone() external view returns (OfferZone) {
        return zone;
    }

    function isCancelled(uint256 listing) external view returns (bool) {
        return _isCancelled(_order(listing));
    }

    function holderOf(uint256 listing) external view returns (address) {
        return pieces.ownerOf(listing + 1);
    }

    function strikeOut(uint256 listing, uint256 who) external {
        listing = within(listing, 0, LISTINGS - 1);
        address caller = _anyone(who);
        OrderComponents[] memory orders = new OrderComponents[](1);
        orders[0] = _order(listing);
        vm.prank(caller);
        try zone.cancel(orders) {
            struckOut[listing] = true;
            if (!named[caller]) ++intrusions;
        } catch {}
    }

    function buy(uint256 listing) external {
        listing = within(listing, 0, LISTINGS - 1);
        Order memory order = _signed(_order(listing), keyOf("ann"));
        vm.deal(bob, 1 ether);
        vm.prank(bob);
        try seaport.fulfillOrder{value: 1 ether}(order, 0) {
            if (struckOut[listing] || sold[listing]) ++intrusions;
            sold[listing] = true;
        } catch {}
    }

    function nameOperator(uint256 who, uint256 caller, bool allowed) external {
        address account = _anyone(who);
        address by = _anyone(caller);
        vm.prank(by);
        try zone.setOperator(account, allowed) {
            if (by != owner) ++intrusions;
            named[account] = allowed;
        } catch {}
    }

    function _order(uint256 listing) private view returns (OrderComponents memory) {
        return _sale(ann, address(zone), address(pieces), listing + 1, 1 ether, OrderType.FULL_OPEN);
    }

    function _anyone(uint256 who) private view returns (address) {
        return [ann, bob, carrier, operator, owner][within(who, 0, 4)];
    }
}

/// @notice What holds of the zone whatever people do. Forbidden: struck out -> sold; sold -> sold; on sale -> struck out
/// by anybody but an operator.
contract OfferZoneInvariantTest {
    OfferCrowd internal crowd;

    function setUp() external {
        crowd = new OfferCrowd();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(crowd);
    }

    struct FuzzSelector {
        address addr;
        bytes4[] selectors;
    }

    /// @dev Only the deeds: the crowd inherits other public functions from its fixture.
    function targetSelectors() external view returns (FuzzSelector[] memory targets) {
        targets = new FuzzSelector[](1);
        targets[0].addr = address(crowd);
        targets[0].selectors = new bytes4[](3);
        targets[0].selectors[0] = OfferCrowd.strikeOut.selector;
        targets[0].selectors[1] = OfferCrowd.buy.selector;
        targets[0].selectors[2] = OfferCrowd.nameOperator.selector;
    }

    /// 1. An order is cancelled exactly when an operator struck it out.
    function invariant_OnlyOperatorsStrikeOut() external view {
        vm.assertEq(crowd.intrusions(), 0);
        for (uint256 i; i < 8; ++i) {
            vm.assertTrue(crowd.isCancelled(i) == crowd.struckOut(i));
        }
    }

    /// 2. A piece leaves the seller by a sale and by nothing else.
    function invariant_PiecesMoveOnlyWhenSold() external view {
        for (uint256 i; i < 8; ++i) {
            vm.assertEq(crowd.holderOf(i), crowd.sold(i) ? person_("bob") : person_("ann"));
        }
    }

    /// 3. The zone never holds anything.
    function invariant_TheZoneHoldsNothing() external view {
        vm.assertEq(address(crowd.theZone()).balance, 0);
    }

    function person_(string memory name) private pure returns (address) {
        return vm.addr(keyOf(name));
    }
}
