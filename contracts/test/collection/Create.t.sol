// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection721} from "../../src/collection/Collection721.sol";
import {CollectionKind, ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {vm, within} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract CreateTest is CollectionFixture {
    function testFuzz_PredictReturnsTheAddressOfCreate(
        bool edition,
        address creator,
        uint256 nameBytes,
        bytes32 salt,
        address caller,
        uint256 delay
    ) external {
        vm.assume(creator != address(0));
        CollectionKind kind = edition ? CollectionKind.ERC1155 : CollectionKind.ERC721;
        string memory name = _name(within(nameBytes, 1, 128));
        address foretold = factory.predict(kind, creator, name, salt);
        vm.warp(NOW + within(delay, 0, 365 days));
        vm.prank(caller);
        Collection721 made = Collection721(factory.create(kind, creator, name, salt));
        vm.assertEq(address(made), foretold);
        vm.assertEq(made.creator(), creator);
        vm.assertEq(made.owner(), creator);
        vm.assertEq(made.name(), name);
        vm.assertEq(made.symbol(), "SKARB");
        vm.assertEq(made.factory(), address(factory));
    }

    function testFuzz_EachParameterChangesTheAddress(address creator, address other, bytes32 salt)
        external
        view
    {
        vm.assume(creator != address(0) && other != address(0) && creator != other);
        address base = factory.predict(CollectionKind.ERC721, creator, "one", salt);
        vm.assertNotEq(base, factory.predict(CollectionKind.ERC1155, creator, "one", salt));
        vm.assertNotEq(base, factory.predict(CollectionKind.ERC721, other, "one", salt));
        vm.assertNotEq(base, factory.predict(CollectionKind.ERC721, creator, "two", salt));
        vm.assertNotEq(base, factory.predict(CollectionKind.ERC721, creator, "one", ~salt));
    }

    function test_RevertWhen_TheCreatorIsTheZeroAddress() external {
        vm.expectRevert(ICollectionFactory.CreatorMissing.selector);
        factory.create(CollectionKind.ERC721, address(0), "name", 0);
        vm.expectRevert(ICollectionFactory.CreatorMissing.selector);
        factory.predict(CollectionKind.ERC721, address(0), "name", 0);
    }

    function test_RevertWhen_TheNameIsEmpty() external {
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.NameLengthNotAllowed.selector, 0, 1, 128));
        factory.create(CollectionKind.ERC1155, ann, "", 0);
    }

    function testFuzz_RevertWhen_TheNameIsLongerThan128Bytes(uint256 nameBytes) external {
        nameBytes = within(nameBytes, 129, 1_000);
        vm.expectRevert(abi.encodeWithSelector(ICollectionFactory.NameLengthNotAllowed.selector, nameBytes, 1, 128));
        factory.create(CollectionKind.ERC721, ann, _name(nameBytes), 0);
    }

    function test_CreatingAgainReturnsTheCollectionAndEmitsNothing() external {
        _mint(pieces, _request(1, 1));
        bytes32 code = address(pieces).codehash;
        vm.recordLogs();
        vm.prank(bob);
        vm.assertEq(factory.create(CollectionKind.ERC721, ann, "Ann's pieces", 0), address(pieces));
        vm.assertEq(vm.getRecordedLogs().length, 0);
        vm.assertEq(address(pieces).codehash, code);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    function test_ThirtyTwoUkrainianLettersFit() external {
        string memory name = unicode"Щедрий вечір, ґанок і їжачок (є)";
        vm.assertEq(bytes(name).length, 56);
        Collection721 made = Collection721(factory.create(CollectionKind.ERC721, ann, name, 0));
        vm.assertEq(made.name(), name);
    }

    function test_CreatingEmitsCollectionCreated() external {
        address foretold = factory.predict(CollectionKind.ERC1155, bob, "Bob's", bytes32("salt"));
        vm.expectEmit(address(factory));
        emit ICollectionFactory.CollectionCreated(foretold, bob, CollectionKind.ERC1155, "Bob's", bytes32("salt"));
        factory.create(CollectionKind.ERC1155, bob, "Bob's", bytes32("salt"));
    }

    function test_TheFactoryNamesTheCodeOfEachKind() external view {
        address code721 = factory.implementation(CollectionKind.ERC721);
        address code1155 = factory.implementation(CollectionKind.ERC1155);
        vm.assertTrue(code721 != code1155 && code721.code.length > 0 && code1155.code.length > 0);
    }

    function _name(uint256 length) private pure returns (string memory) {
        bytes memory name = new bytes(length);
        for (uint256 i; i < length; ++i) {
            name[i] = bytes1(uint8(97 + i % 26));
        }
        return string(name);
    }
}
