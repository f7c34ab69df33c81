// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionKind, ICollectionFactory} from "../../src/collection/ICollectionFactory.sol";
import {SmartWallet} from "../base/SmartWallet.sol";
import {vm} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract CreateAndMintTest is CollectionFixture {
    function testFuzz_TheCreatorNeedsNoSignature(bool edition, bytes32 salt, uint64 tokenId) external {
        CollectionKind kind = edition ? CollectionKind.ERC1155 : CollectionKind.ERC721;
        address foretold = factory.predict(kind, ann, "New", salt);
        vm.expectEmit(address(factory));
        emit ICollectionFactory.CollectionCreated(foretold, ann, kind, "New", salt);
        vm.prank(ann);
        address made = factory.createAndMint(kind, ann, "New", salt, _request(tokenId, 1), "");
        vm.assertEq(made, foretold);
        vm.assertEq(ICollection(made).digestOf(tokenId), DIGEST);
    }

    function testFuzz_AnyoneMaySubmitTheCreatorsSignature(bool edition, address anyone, bytes32 salt) external {
        CollectionKind kind = edition ? CollectionKind.ERC1155 : CollectionKind.ERC721;
        MintRequest memory request = _request(9, 1);
        bytes memory signature = _sign("ann", factory.predict(kind, ann, "New", salt), request);
        vm.prank(anyone);
        address made = factory.createAndMint(kind, ann, "New", salt, request, signature);
        vm.assertEq(ICollection(made).digestOf(9), DIGEST);
        vm.assertEq(ICollection(made).creator(), ann);
    }

    function test_MintsIntoAnExistingCollection() external {
        vm.prank(ann);
        address same = factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, _request(1, 1), "");
        vm.assertEq(same, address(pieces));
        MintRequest memory second = _request(2, 1);
        factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, second, _sign("ann", same, second));
        vm.assertEq(pieces.balanceOf(ann), 2);
    }

    function test_TheCreatorMaySubmitTheirOwnSignature() external {
        MintRequest memory request = _request(1, 1);
        bytes memory signature = _sign("ann", address(pieces), request);
        vm.prank(ann);
        factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, request, signature);
        vm.assertEq(pieces.ownerOf(1), ann);
    }

    function testFuzz_RevertWhen_AnotherCallerHasNoSignature(address caller, bytes32 salt) external {
        vm.assume(caller != ann);
        address foretold = factory.predict(CollectionKind.ERC721, ann, "New", salt);
        vm.expectRevert(abi.encodeWithSelector(ICollection.InvalidMintSignature.selector, ann));
        vm.prank(caller);
        factory.createAndMint(CollectionKind.ERC721, ann, "New", salt, _request(1, 1), "");
        vm.assertEq(foretold.code.length, 0);
    }

    function test_RevertWhen_TheCreatorSubmitsAWrongSignature() external {
        bytes memory signature = _sign("bob", address(pieces), _request(1, 1));
        vm.expectRevert(abi.encodeWithSelector(ICollection.InvalidMintSignature.selector, ann));
        vm.prank(ann);
        factory.createAndMint(CollectionKind.ERC721, ann, "Ann's pieces", 0, _request(1, 1), signature);
    }

    function test_RevertWhen_TheRequestIsInvalid_AndCreatesNoCollection() external {
        MintRequest memory request = _request(1, 2);
        address foretold = factory.predict(CollectionKind.ERC721, ann, "New", 0);
        vm.expectRevert(abi.encodeWithSelector(ICollection.QuantityNotAllowed.selector, 2, 1, 1));
        vm.prank(ann);
        factory.createAndMint(CollectionKind.ERC721, ann, "New", 0, request, "");
        vm.assertEq(foretold.code.length, 0);
    }

    function test_AContractWalletMayCreateAndMintItself() external {
        SmartWallet wallet = new SmartWallet(ann);
        MintRequest memory request = _request(1, 5);
        request.to = address(wallet);
        vm.prank(address(wallet));
        address made = factory.createAndMint(CollectionKind.ERC1155, address(wallet), "Wallet", 0, request, "");
        vm.assertEq(ICollection(made).creator(), address(wallet));
    }
}
