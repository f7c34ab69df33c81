// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {Order, OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {OfferZone} from "../../src/offer/OfferZone.sol";
import {Campaign, Crowd} from "../base/Campaign.sol";
import {keyOf, vm, within} from "../base/Vm.sol";
import {OfferFixture} from "./OfferZone.t.sol";

/// @dev Buyers, outsiders, operators and the owner act at random on Ann's listings. They mostly choose open listings
/// and valid calls; if no listing is open, Ann lists another token.
contract OfferCrowd is OfferFixture, Crowd {
    uint256 public count;
    mapping(uint256 listing => bool) public struckOut;
    mapping(uint256 listing => bool) public sold;
    mapping(address account => bool) public named;
    uint256 public intrusions;

    function setUp() public override(OfferFixture, Crowd) {}

    constructor() {
        OfferFixture.setUp();
        named[operator] = true;
        _listAnother();
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

    function strikeOut(uint256 seed) external {
        seed = _mixed(seed);
        (bool wild, uint256 listing) = _pick(seed);
        address caller = _anyone(seed / 64);
        if (!wild) {
            if (!named[operator]) _nameOperator(owner, operator, true);
            caller = operator;
        }
        OrderComponents[] memory orders = new OrderComponents[](1);
        orders[0] = _order(listing);
        ++calls;
        vm.prank(caller);
        try zone.cancel(orders) {
            ++successes;
            struckOut[listing] = true;
            if (!named[caller]) ++intrusions;
        } catch {}
    }

    function buy(uint256 seed) external {
        (, uint256 listing) = _pick(_mixed(seed));
        Order memory order = _signed(_order(listing), keyOf("ann"));
        vm.deal(bob, 1 ether);
        ++calls;
        vm.prank(bob);
        try seaport.fulfillOrder{value: 1 ether}(order, 0) {
            ++successes;
            if (struckOut[listing] || sold[listing]) ++intrusions;
            sold[listing] = true;
        } catch {}
    }

    function nameOperator(uint256 seed, bool allowed) external {
        seed = _mixed(seed);
        _nameOperator(seed % 4 == 0 ? _anyone(seed / 64) : owner, _anyone(seed / 4), allowed);
    }

    function _nameOperator(address by, address account, bool allowed) private {
        ++calls;
        vm.prank(by);
        try zone.setOperator(account, allowed) {
            ++successes;
            if (by != owner) ++intrusions;
            named[account] = allowed;
        } catch {}
    }

    /// @dev An open listing; in one of eight cases any listing and any caller.
    function _pick(uint256 seed) private returns (bool wild, uint256 listing) {
        listing = seed / 8 % count;
        if (seed % 8 == 0) return (true, listing);
        for (uint256 i; i < count; ++i) {
            uint256 other = (listing + i) % count;
            if (!struckOut[other] && !sold[other]) return (false, other);
        }
        return (false, _listAnother());
    }

    function _listAnother() private returns (uint256 listing) {
        listing = count++;
        _list(listing + 1);
    }

    function _order(uint256 listing) private view returns (OrderComponents memory) {
        return _sale(ann, address(zone), address(pieces), listing + 1, 1 ether, OrderType.FULL_OPEN);
    }

    function _anyone(uint256 who) private view returns (address) {
        return [ann, bob, carrier, operator, owner][within(who, 0, 4)];
    }
}

/// @notice Properties of the zone that no sequence of calls may break. Forbidden transitions: cancelled -> sold; sold
/// -> sold; on sale -> cancelled by anyone but an operator.
contract OfferZoneInvariantTest is Campaign {
    OfferCrowd internal crowd;

    function setUp() external {
        _start("offer", crowd = new OfferCrowd());
    }

    function _broken() internal view override returns (string memory broken) {
        broken = _and(broken, _01_OnlyOperatorsCancelOrders(), "01_OnlyOperatorsCancelOrders");
        broken = _and(broken, _02_TokensMoveOnlyWhenSold(), "02_TokensMoveOnlyWhenSold");
        broken = _and(broken, _03_TheZoneHoldsNothing(), "03_TheZoneHoldsNothing");
    }

    /// 1. An order is cancelled if, and only if, an operator cancelled it.
    function _01_OnlyOperatorsCancelOrders() private view returns (bool) {
        if (crowd.intrusions() != 0) return false;
        for (uint256 i; i < crowd.count(); ++i) {
            if (crowd.isCancelled(i) != crowd.struckOut(i)) return false;
        }
        return true;
    }

    /// 2. A token leaves the seller only by a sale.
    function _02_TokensMoveOnlyWhenSold() private view returns (bool) {
        for (uint256 i; i < crowd.count(); ++i) {
            if (crowd.holderOf(i) != vm.addr(keyOf(crowd.sold(i) ? "bob" : "ann"))) return false;
        }
        return true;
    }

    /// 3. The zone never holds anything.
    function _03_TheZoneHoldsNothing() private view returns (bool) {
        return address(crowd.theZone()).balance == 0;
    }
}
