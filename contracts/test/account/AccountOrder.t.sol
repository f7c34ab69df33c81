// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {Order, OrderComponents} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {SmartAccount} from "../../src/account/SmartAccount.sol";
import {PlainPieces} from "../base/PlainTokens.sol";
import {SeaportFixture} from "../base/SeaportFixture.sol";
import {keyOf, person, vm} from "../base/Vm.sol";
import {AccountFixture} from "./AccountFixture.sol";

/// @dev The account trades on the real Seaport: Ann and Bob have ordinary wallets.
contract AccountOrderTest is AccountFixture, SeaportFixture {
    // The types of an order as `eth_signTypedData_v4` sorts them inside TypedDataSign, then the name of the signed type.
    string private constant ORDER_TYPES =
        "ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount,address recipient)OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)OrderComponents(address offerer,address zone,OfferItem[] offer,ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)";
    string private constant ORDER_NAME = "OrderComponents";
    string private constant FIELDS =
        " contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)";

    PlainPieces private pieces;
    address private bob = person("bob");

    function setUp() public override {
        super.setUp();
        _deploySeaport();
        pieces = new PlainPieces();
        pieces.mint(address(account), 1);
        pieces.mint(person("ann"), 2);
        vm.deal(bob, 10 ether);
        vm.deal(address(account), 10 ether);
        vm.assertTrue(_act(_one(address(pieces), abi.encodeCall(pieces.setApprovalForAll, (address(seaport), true)))));
    }

    function test_TheAccountBuys() external {
        vm.prank(person("ann"));
        pieces.setApprovalForAll(address(seaport), true);
        OrderComponents memory order =
            _sale(person("ann"), address(0), address(pieces), 2, 1 ether, OrderType.FULL_OPEN);
        Execution[] memory calls = new Execution[](1);
        calls[0] = Execution(
            address(seaport), 1 ether, abi.encodeCall(seaport.fulfillOrder, (_signed(order, keyOf("ann")), bytes32(0)))
        );
        vm.assertTrue(_act(_batch(calls)));
        vm.assertEq(pieces.ownerOf(2), address(account));
        vm.assertEq(person("ann").balance, 1 ether);
    }

    function test_TheAccountSellsByThePasskeysSignature() external {
        OrderComponents memory order = _listing();
        _buy(order, _passkeySignature("phone", _nested(order, address(account))));
        vm.assertEq(pieces.ownerOf(1), bob);
        vm.assertEq(address(account).balance, 11 ether);
    }

    function test_TheAccountSellsByTheSignatureOfAWallet() external {
        _addKey(wallet);
        OrderComponents memory order = _listing();
        _buy(order, _walletSignature("wallet", _nested(order, address(account))));
        vm.assertEq(pieces.ownerOf(1), bob);
    }

    function test_ARemovedKeysOrderIsNotSold() external {
        _addKey(laptop);
        OrderComponents memory order = _listing();
        bytes memory signature = _passkeySignature("laptop", _nested(order, address(account)));
        _removeKey(laptop);
        vm.expectRevert();
        this.buy(order, signature);
        vm.assertEq(pieces.ownerOf(1), address(account));
    }

    function test_AnOrderSignedForAnotherAccountOfTheSameKeyIsNotSold() external {
        OrderComponents memory order = _listing();
        bytes memory signature = _passkeySignature("phone", _nested(order, accounts.accountOf(laptop)));
        vm.expectRevert();
        this.buy(order, signature);
        signature = _passkeySignature("phone", _orderHash(order));
        vm.expectRevert();
        this.buy(order, signature);
    }

    function test_AnOrderSignedForAnotherChainIsNotSold() external {
        OrderComponents memory order = _listing();
        uint256 here = block.chainid;
        vm.chainId(137);
        bytes memory signature = _passkeySignature("phone", _nested(order, address(account)));
        vm.chainId(here);
        vm.expectRevert();
        this.buy(order, signature);
    }

    function testFuzz_OnlyTheSignedOrderIsSold(uint256 price) external view {
        vm.assume(price != 1 ether);
        OrderComponents memory order = _listing();
        bytes memory signature = _wrapped(order, _passkeySignature("phone", _nested(order, address(account))));
        order.consideration[0].startAmount = order.consideration[0].endAmount = price;
        vm.assertTrue(account.isValidSignature(_orderHash(order), signature) == bytes4(0xffffffff));
    }

    function test_TheAccountSignsAPersonalMessage() external view {
        bytes32 message = keccak256("\x19Ethereum Signed Message:\n5hello");
        bytes32 nested = keccak256(
            abi.encodePacked(
                "\x19\x01",
                _domain(address(account), block.chainid),
                keccak256(abi.encode(keccak256("PersonalSign(bytes prefixed)"), message))
            )
        );
        vm.assertTrue(
            account.isValidSignature(message, _passkeySignature("phone", nested)) == IERC1271.isValidSignature.selector
        );
        vm.assertTrue(account.isValidSignature(message, _passkeySignature("phone", message)) == bytes4(0xffffffff));
    }

    function test_TheAccountSaysThatItReadsNestedTypedData() external view {
        bytes32 question = 0x7739773977397739773977397739773977397739773977397739773977397739;
        vm.assertTrue(account.isValidSignature(question, "") == bytes4(0x77390001));
    }

    function buy(OrderComponents memory order, bytes memory signature) external {
        _buy(order, signature);
    }

    function _listing() private view returns (OrderComponents memory) {
        return _sale(address(account), address(0), address(pieces), 1, 1 ether, OrderType.FULL_OPEN);
    }

    function _buy(OrderComponents memory components, bytes memory signature) private {
        Order memory order = _signed(components, keyOf("ann"));
        order.signature = _wrapped(components, signature);
        vm.prank(bob);
        seaport.fulfillOrder{value: 1 ether}(order, 0);
    }

    function _orderHash(OrderComponents memory order) private view returns (bytes32) {
        (, bytes32 domain,) = seaport.information();
        return keccak256(abi.encodePacked("\x19\x01", domain, seaport.getOrderHash(order)));
    }

    /// @dev ERC-7739: the hash that a key signs for an order.
    function _nested(OrderComponents memory order, address signer) private view returns (bytes32) {
        (, bytes32 domain,) = seaport.information();
        bytes32 typeHash = keccak256(abi.encodePacked("TypedDataSign(", ORDER_NAME, FIELDS, ORDER_TYPES));
        bytes32 contents = seaport.getOrderHash(order);
        bytes32 message = keccak256(
            abi.encode(
                typeHash, contents, keccak256("Skarb Account"), keccak256("1"), block.chainid, signer, bytes32(0)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function _wrapped(OrderComponents memory order, bytes memory signature) private view returns (bytes memory) {
        (, bytes32 domain,) = seaport.information();
        bytes memory description = abi.encodePacked(ORDER_TYPES, ORDER_NAME);
        return abi.encodePacked(signature, domain, seaport.getOrderHash(order), description, uint16(description.length));
    }

    function _domain(address signer, uint256 chainId) private pure returns (bytes32) {
        return keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Skarb Account"),
                keccak256("1"),
                chainId,
                signer
            )
        );
    }
}
