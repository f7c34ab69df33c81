// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "solady/tokens/ERC1155.sol";
import {ERC721} from "solady/tokens/ERC721.sol";
import {LibClone} from "solady/utils/LibClone.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {SmartWallet} from "../base/SmartWallet.sol";
import {keyOf, vm, within} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

/// @dev Tests for both kinds of collections. Each kind runs all of them below.
abstract contract MintTest is CollectionFixture {
    function _collection() internal view virtual returns (ICollection);
    function _kind() internal view virtual returns (CollectionKind);
    function _quantity(uint256 seed) internal pure virtual returns (uint256);
    function _maximum() internal pure virtual returns (uint256);
    function _held(address account, uint256 tokenId) internal view virtual returns (uint256);
    function _transferEvent(address by, address to, uint256 tokenId, uint256 quantity) internal virtual;

    // mint

    function testFuzz_RevertWhen_TheCallerIsNotTheCreator(address caller) external {
        vm.assume(caller != ann);
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotCreator.selector, caller, ann));
        vm.prank(caller);
        _collection().mint(_request(1, 1));
    }

    function testFuzz_RevertWhen_TheDeadlineHasPassed(uint64 deadline, uint256 late) external {
        late = within(late, uint256(deadline) + 1, type(uint128).max);
        vm.warp(late);
        MintRequest memory request = _request(1, 1);
        request.deadline = deadline;
        vm.expectRevert(abi.encodeWithSelector(ICollection.MintRequestExpired.selector, deadline, late));
        vm.prank(ann);
        _collection().mint(request);
    }

    function test_TheLastSecondOfTheDeadlineIsValid() external {
        MintRequest memory request = _request(1, 1);
        vm.warp(request.deadline);
        _mint(_collection(), request);
        vm.assertEq(_held(ann, 1), 1);
    }

    function test_RevertWhen_TheDigestIsMissing() external {
        MintRequest memory request = _request(7, 1);
        request.digest = 0;
        vm.expectRevert(abi.encodeWithSelector(ICollection.DigestMissing.selector, 7));
        vm.prank(ann);
        _collection().mint(request);
    }

    function testFuzz_RevertWhen_TheRoyaltyIsAboveHalf(uint16 royaltyBps) external {
        MintRequest memory request = _request(1, 1);
        request.royaltyBps = uint16(within(royaltyBps, 5_001, type(uint16).max));
        vm.expectRevert(abi.encodeWithSelector(ICollection.RoyaltyTooHigh.selector, request.royaltyBps, 5_000));
        vm.prank(ann);
        _collection().mint(request);
    }

    function test_RevertWhen_TheQuantityIsZero() external {
        _expectQuantityRefused(0);
    }

    function testFuzz_RevertWhen_TheQuantityExceedsTheKindsMaximum(uint256 quantity) external {
        _expectQuantityRefused(within(quantity, _maximum() + 1, type(uint256).max));
    }

    function test_TheMaximumQuantityMints() external {
        _mint(_collection(), _request(1, _maximum()));
        vm.assertEq(_held(ann, 1), _maximum());
    }

    function test_RevertWhen_TheReceiverIsTheZeroAddress() external {
        MintRequest memory request = _request(1, 1);
        request.to = address(0);
        vm.expectRevert(ERC721.TransferToZeroAddress.selector);
        vm.prank(ann);
        _collection().mint(request);
    }

    function testFuzz_RevertWhen_TheIdHasBeenMintedBefore(uint64 tokenId, bytes32 otherDigest) external {
        vm.assume(otherDigest != 0);
        MintRequest memory request = _request(tokenId, 1);
        _mint(_collection(), request);
        request.digest = otherDigest;
        request.to = bob;
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, tokenId));
        vm.prank(ann);
        _collection().mint(request);
        vm.assertEq(_collection().digestOf(tokenId), DIGEST);
    }

    function testFuzz_MintStoresTheRequest(uint160 to, uint64 tokenId, uint256 seed, bytes32 digest, uint16 bps)
        external
    {
        vm.assume(digest != 0);
        MintRequest memory request = MintRequest({
            to: address(uint160(within(to, 0x10000, type(uint160).max))),
            tokenId: tokenId,
            quantity: _quantity(seed),
            digest: digest,
            royaltyBps: uint16(within(bps, 0, 5_000)),
            deadline: uint64(NOW)
        });
        vm.assume(request.to.code.length == 0);
        _mint(_collection(), request);
        vm.assertEq(_held(request.to, tokenId), request.quantity);
        vm.assertEq(_collection().digestOf(tokenId), digest);
        vm.assertEq(uint256(_collection().royaltyBpsOf(tokenId)), request.royaltyBps);
    }

    function test_MintEmitsMintedAndTheStandardTransfer() external {
        MintRequest memory request = _request(3, 1);
        request.to = bob;
        vm.expectEmit(address(_collection()));
        emit ICollection.Minted(3, bob, 1, DIGEST, 500);
        vm.expectEmit(address(_collection()));
        _transferEvent(ann, bob, 3, 1);
        _mint(_collection(), request);
    }

    // mintWithRequest

    function testFuzz_AnyoneMaySubmitASignedRequest(address anyone, uint64 tokenId, uint256 seed) external {
        MintRequest memory request = _request(tokenId, _quantity(seed));
        bytes memory signature = _sign("ann", address(_collection()), request);
        vm.prank(anyone);
        _collection().mintWithRequest(request, signature);
        vm.assertEq(_held(ann, tokenId), request.quantity);
    }

    function test_TheHashFollowsEip712() external view {
        MintRequest memory request = _request(5, 1);
        vm.assertEq(_collection().hashMintRequest(request), _hash(address(_collection()), request));
    }

    function test_TheHashDependsOnTheChainId() external {
        MintRequest memory request = _request(5, 1);
        bytes32 here = _collection().hashMintRequest(request);
        vm.chainId(4_242);
        vm.assertTrue(_collection().hashMintRequest(request) != here);
        vm.assertEq(_collection().hashMintRequest(request), _hash(address(_collection()), request));
    }

    function test_ACompactSignatureIsAccepted() external {
        MintRequest memory request = _request(5, 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf("ann"), _hash(address(_collection()), request));
        bytes memory short = abi.encodePacked(r, bytes32(uint256(s) | uint256(v - 27) << 255));
        _collection().mintWithRequest(request, short);
        vm.assertEq(_held(ann, 5), 1);
    }

    function test_AContractWalletMaySign() external {
        SmartWallet wallet = new SmartWallet(ann);
        ICollection its = ICollection(factory.create(_kind(), address(wallet), "Wallet", 0));
        MintRequest memory request = _request(1, 1);
        request.to = address(wallet);
        its.mintWithRequest(request, _sign("ann", address(its), request));
        vm.assertEq(its.digestOf(1), DIGEST);

        request.tokenId = 2;
        bytes memory signature = _sign("bob", address(its), request);
        vm.expectRevert(abi.encodeWithSelector(ICollection.InvalidMintSignature.selector, address(wallet)));
        its.mintWithRequest(request, signature);
    }

    /// EIP-7702: an account may delegate to code that does not implement ERC-1271, and still has its key.
    function testFuzz_AKeyWhoseAccountHasCodeSignsAsBefore(bytes calldata code) external {
        MintRequest memory request = _request(5, 1);
        request.to = bob;
        bytes memory signature = _sign("ann", address(_collection()), request);
        // Code that reverts or returns no valid answer; code that begins with ef would be a delegation that forge
        // resolves.
        vm.etch(ann, abi.encodePacked(hex"60006000fd", code));
        _collection().mintWithRequest(request, signature);
        vm.assertEq(_held(bob, 5), 1);
    }

    function test_RevertWhen_NeitherKeyNorCodeOfAnAccountSigned() external {
        vm.etch(ann, hex"60006000fd");
        MintRequest memory request = _request(5, 1);
        _expectSignatureRefused(request, _sign("bob", address(_collection()), request));
        _expectSignatureRefused(request, "");
    }

    /// A signature has a second valid form (high s), which anyone can compute. It is for the same request, which mints
    /// once.
    function test_TheMalleatedSignatureMintsNothingMore() external {
        MintRequest memory request = _request(5, 1);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf("ann"), _hash(address(_collection()), request));
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        _collection().mintWithRequest(request, abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? 28 : 27));
        vm.assertEq(_held(ann, 5), 1);
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, 5));
        _collection().mintWithRequest(request, abi.encodePacked(r, s, v));
    }

    /// The factory creates no such collection, but anyone can clone its implementations.
    function testFuzz_ACollectionWithoutCreatorAcceptsNoSignature(bytes calldata signature) external {
        bytes memory arguments = abi.encodePacked(address(0), "Nobody's");
        ICollection its = ICollection(LibClone.clone(factory.implementation(_kind()), arguments));
        vm.expectRevert(abi.encodeWithSelector(ICollection.InvalidMintSignature.selector, address(0)));
        its.mintWithRequest(_request(1, 1), signature);
    }

    function testFuzz_RevertWhen_AWordOfASignedRequestIsOutOfRange(uint256 change) external {
        MintRequest memory request = _request(5, 1);
        bytes memory signature = _sign("ann", address(_collection()), request);
        uint256 field = uint256(keccak256(abi.encode(change))) % 3;
        (uint256 word, uint256 bits) = field == 0 ? (0, 160) : field == 1 ? (4, 16) : (5, 64);
        change = within(change, 1, type(uint256).max >> bits) << bits;
        bytes memory callData = abi.encodeCall(ICollection.mintWithRequest, (request, signature));
        assembly ("memory-safe") {
            let at := add(add(callData, 0x24), mul(word, 0x20))
            mstore(at, xor(mload(at), change))
        }
        (bool success,) = address(_collection()).call(callData);
        vm.assertFalse(success);
    }

    function test_RevertWhen_SomebodyElseSigned() external {
        MintRequest memory request = _request(1, 1);
        _expectSignatureRefused(request, _sign("bob", address(_collection()), request));
    }

    function testFuzz_RevertWhen_TheSignatureIsMalformed(bytes calldata signature) external {
        _expectSignatureRefused(_request(1, 1), signature);
    }

    function testFuzz_RevertWhen_AnyFieldDiffersFromTheSignedRequest(uint256 field, uint256 change) external {
        change = within(change, 1, type(uint16).max);
        MintRequest memory request = _request(1, 1);
        bytes memory signature = _sign("ann", address(_collection()), request);
        field = within(field, 0, 5);
        unchecked {
            if (field == 0) request.to = address(uint160(request.to) + uint160(change));
            if (field == 1) request.tokenId += change;
            if (field == 2) request.quantity += change;
            if (field == 3) request.digest = bytes32(uint256(request.digest) + change);
            if (field == 4) request.royaltyBps += uint16(change);
            if (field == 5) request.deadline += uint64(change);
        }
        _expectSignatureRefused(request, signature);
    }

    function test_RevertWhen_TheRequestWasSignedForAnotherCollection() external {
        MintRequest memory request = _request(1, 1);
        address other = factory.predict(_kind(), ann, "Another", 0);
        _expectSignatureRefused(request, _sign("ann", other, request));
    }

    function test_RevertWhen_TheRequestWasSignedForAnotherChain() external {
        MintRequest memory request = _request(1, 1);
        bytes memory signature = _sign("ann", address(_collection()), request);
        vm.chainId(1);
        _expectSignatureRefused(request, signature);
    }

    function test_RevertWhen_TheRequestIsUsedTwice() external {
        MintRequest memory request = _request(1, 1);
        bytes memory signature = _sign("ann", address(_collection()), request);
        _collection().mintWithRequest(request, signature);
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, 1));
        _collection().mintWithRequest(request, signature);
    }

    function test_RevertWhen_TheSignedRequestIsExpired() external {
        MintRequest memory request = _request(1, 1);
        bytes memory signature = _sign("ann", address(_collection()), request);
        vm.warp(uint256(request.deadline) + 1);
        vm.expectRevert(
            abi.encodeWithSelector(ICollection.MintRequestExpired.selector, request.deadline, request.deadline + 1)
        );
        _collection().mintWithRequest(request, signature);
    }

    // mintFromFactory

    function testFuzz_RevertWhen_TheCallerIsNotTheFactory(address caller) external {
        vm.assume(caller != address(factory));
        vm.expectRevert(abi.encodeWithSelector(ICollection.NotFactory.selector, caller, address(factory)));
        vm.prank(caller);
        _collection().mintFromFactory(_request(1, 1));
    }

    function _expectQuantityRefused(uint256 quantity) private {
        vm.expectRevert(abi.encodeWithSelector(ICollection.QuantityNotAllowed.selector, quantity, 1, _maximum()));
        vm.prank(ann);
        _collection().mint(_request(1, quantity));
    }

    function _expectSignatureRefused(MintRequest memory request, bytes memory signature) private {
        vm.expectRevert(abi.encodeWithSelector(ICollection.InvalidMintSignature.selector, ann));
        vm.prank(carrier);
        _collection().mintWithRequest(request, signature);
    }
}

contract Mint721Test is MintTest {
    function _collection() internal view override returns (ICollection) {
        return pieces;
    }

    function _kind() internal pure override returns (CollectionKind) {
        return CollectionKind.ERC721;
    }

    function _quantity(uint256) internal pure override returns (uint256) {
        return 1;
    }

    function _maximum() internal pure override returns (uint256) {
        return 1;
    }

    function _held(address account, uint256 tokenId) internal view override returns (uint256) {
        return pieces.ownerOf(tokenId) == account ? 1 : 0;
    }

    function _transferEvent(address, address to, uint256 tokenId, uint256) internal override {
        emit ERC721.Transfer(address(0), to, tokenId);
    }

    function test_MintingASingleTokenCallsNoReceiver() external {
        MintRequest memory request = _request(1, 1);
        request.to = address(factory);
        _mint(pieces, request);
        vm.assertEq(pieces.ownerOf(1), address(factory));
    }
}

contract Mint1155Test is MintTest {
    function _collection() internal view override returns (ICollection) {
        return editions;
    }

    function _kind() internal pure override returns (CollectionKind) {
        return CollectionKind.ERC1155;
    }

    function _quantity(uint256 seed) internal pure override returns (uint256) {
        return within(seed, 1, type(uint240).max);
    }

    function _maximum() internal pure override returns (uint256) {
        return type(uint240).max;
    }

    function _held(address account, uint256 tokenId) internal view override returns (uint256) {
        return editions.balanceOf(account, tokenId);
    }

    function _transferEvent(address by, address to, uint256 tokenId, uint256 quantity) internal override {
        emit ERC1155.TransferSingle(by, address(0), to, tokenId, quantity);
    }

    function testFuzz_TheSupplyEqualsTheMintedQuantity(uint256 tokenId, uint256 seed) external {
        vm.assertEq(editions.totalSupply(tokenId), 0);
        _mint(editions, _request(tokenId, _quantity(seed)));
        vm.assertEq(editions.totalSupply(tokenId), _quantity(seed));
    }

    function test_RevertWhen_TheReceivingContractRefusesEditions() external {
        MintRequest memory request = _request(1, 2);
        request.to = address(factory);
        vm.expectRevert(ERC1155.TransferToNonERC1155ReceiverImplementer.selector);
        vm.prank(ann);
        editions.mint(request);
    }

    function test_AReceiverCallbackSeesTheIdAsMinted() external {
        Greedy greedy = new Greedy(editions);
        MintRequest memory request = _request(1, 2);
        request.to = address(greedy);
        greedy.keep(request, _sign("ann", address(editions), request));
        editions.mintWithRequest(request, _sign("ann", address(editions), request));
        vm.assertEq(editions.balanceOf(address(greedy), 1), 2);
        vm.assertEq(greedy.refusal(), abi.encodeWithSelector(ICollection.TokenAlreadyMinted.selector, 1));
    }
}

/// @dev A receiver that tries to use its mint request again while it receives the token.
contract Greedy {
    ICollection private immutable _from;
    MintRequest private _request;
    bytes private _signature;
    bytes public refusal;

    constructor(ICollection from) {
        _from = from;
    }

    function keep(MintRequest calldata request, bytes calldata signature) external {
        _request = request;
        _signature = signature;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external returns (bytes4) {
        try _from.mintWithRequest(_request, _signature) {}
        catch (bytes memory reason) {
            refusal = reason;
        }
        return this.onERC1155Received.selector;
    }
}
