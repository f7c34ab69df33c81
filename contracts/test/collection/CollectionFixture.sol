// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection1155} from "../../src/collection/Collection1155.sol";
import {Collection721} from "../../src/collection/Collection721.sol";
import {CollectionFactory} from "../../src/collection/CollectionFactory.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";

/// @dev Ann's two collections, and helpers for mint requests that the tests share.
abstract contract CollectionFixture {
    uint256 internal constant NOW = 1_800_000_000;
    bytes32 internal constant DIGEST = keccak256("metadata");

    CollectionFactory internal factory;
    Collection721 internal pieces;
    Collection1155 internal editions;

    address internal ann = person("ann");
    address internal bob = person("bob");
    address internal carrier = person("carrier");

    function setUp() public virtual {
        vm.warp(NOW);
        factory = new CollectionFactory(_escrow());
        pieces = Collection721(factory.create(CollectionKind.ERC721, ann, "Ann's pieces", 0));
        editions = Collection1155(factory.create(CollectionKind.ERC1155, ann, "Ann's editions", 0));
    }

    /// @dev Represents the auction house: a contract without a receiver hook.
    function _escrow() internal virtual returns (address escrow) {
        escrow = person("escrow");
        vm.etch(escrow, hex"00");
    }

    function _request(uint256 tokenId, uint256 quantity) internal view returns (MintRequest memory) {
        return MintRequest({
            to: ann,
            tokenId: tokenId,
            quantity: quantity,
            digest: DIGEST,
            royaltyBps: 500,
            deadline: uint64(NOW + 1 hours)
        });
    }

    /// @dev The EIP-712 hash, computed independently of the contract so that it really checks it.
    function _hash(address collection, MintRequest memory request) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Skarb Collection"),
                keccak256("1"),
                block.chainid,
                collection
            )
        );
        bytes32 message = keccak256(
            abi.encode(
                keccak256(
                    "MintRequest(address to,uint256 tokenId,uint256 quantity,bytes32 digest,uint16 royaltyBps,uint64 deadline)"
                ),
                request
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function _sign(string memory name, address collection, MintRequest memory request)
        internal
        view
        returns (bytes memory)
    {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf(name), _hash(collection, request));
        return abi.encodePacked(r, s, v);
    }

    function _mint(ICollection collection, MintRequest memory request) internal {
        vm.prank(collection.creator());
        collection.mint(request);
    }
}
