// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SeaportInterface} from "seaport-types/src/interfaces/SeaportInterface.sol";
import {
    ConsiderationItem,
    OfferItem,
    Order,
    OrderComponents,
    OrderParameters
} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {ItemType, OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {vm} from "./Vm.sol";

/// @dev The real Seaport 1.6, made from the init code of its canonical address.
abstract contract SeaportFixture {
    SeaportInterface internal seaport;

    function _deploySeaport() internal {
        address controller = _create(_creationCode("conduit-controller"));
        seaport = SeaportInterface(_create(bytes.concat(_creationCode("seaport-1.6"), abi.encode(controller))));
    }

    /// @dev An order that sells one token for one payment in the native coin.
    function _sale(address seller, address zone, address collection, uint256 tokenId, uint256 price, OrderType kind)
        internal
        view
        returns (OrderComponents memory order)
    {
        order.offerer = seller;
        order.zone = zone;
        order.offer = new OfferItem[](1);
        order.offer[0] = OfferItem(ItemType.ERC721, collection, tokenId, 1, 1);
        order.consideration = new ConsiderationItem[](1);
        order.consideration[0] = ConsiderationItem(ItemType.NATIVE, address(0), 0, price, price, payable(seller));
        order.orderType = kind;
        order.endTime = type(uint40).max;
        order.salt = tokenId;
        order.counter = seaport.getCounter(seller);
    }

    function _signed(OrderComponents memory order, uint256 key) internal view returns (Order memory) {
        (, bytes32 domain,) = seaport.information();
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(key, keccak256(abi.encodePacked("\x19\x01", domain, seaport.getOrderHash(order))));
        OrderParameters memory parameters = OrderParameters(
            order.offerer,
            order.zone,
            order.offer,
            order.consideration,
            order.orderType,
            order.startTime,
            order.endTime,
            order.zoneHash,
            order.salt,
            order.conduitKey,
            order.consideration.length
        );
        return Order(parameters, abi.encodePacked(r, s, v));
    }

    function _creationCode(string memory name) private view returns (bytes memory) {
        return vm.parseJsonBytes(vm.readFile(string.concat("artifact/", name, ".json")), ".creationCode");
    }

    function _create(bytes memory initCode) private returns (address created) {
        assembly ("memory-safe") {
            created := create(0, add(initCode, 0x20), mload(initCode))
        }
        vm.assertTrue(created.code.length > 0, "Seaport's constructor failed");
    }
}
