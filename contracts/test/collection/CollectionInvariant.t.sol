// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection1155} from "../../src/collection/Collection1155.sol";
import {Collection721} from "../../src/collection/Collection721.sol";
import {CollectionFactory} from "../../src/collection/CollectionFactory.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";

/// @dev People who mint, carry, move and cheat at random, over 12 ids, and a record of what should then be true.
contract CollectionCrowd {
    uint256 internal constant IDS = 12;
    CollectionFactory public immutable factory;
    Collection721 public immutable pieces;
    Collection1155 public immutable editions;
    address[] public people;
    mapping(address collection => mapping(uint256 tokenId => MintRequest)) internal _first;
    mapping(address collection => uint256) public minted;
    uint256 public intrusions;

    constructor() {
        people = [person("ann"), person("bob"), person("cyr"), person("dan")];
        factory = new CollectionFactory();
        pieces = Collection721(factory.create(CollectionKind.ERC721, people[0], "Pieces", 0));
        editions = Collection1155(factory.create(CollectionKind.ERC1155, people[0], "Editions", 0));
    }

    function first(address collection, uint256 tokenId) external view returns (MintRequest memory) {
        return _first[collection][tokenId];
    }

    function mintAsCreator(bool edition, MintRequest memory request) external {
        ICollection collection = _prepare(edition, request);
        vm.prank(people[0]);
        try collection.mint(request) {
            _note(collection, request);
        } catch {}
    }

    function carry(bool edition, uint256 carrier, uint256 signer, MintRequest memory request) external {
        ICollection collection = _prepare(edition, request);
        bytes memory signature = _sign(signer, collection, request);
        vm.prank(people[within(carrier, 0, 3)]);
        try collection.mintWithRequest(request, signature) {
            _carried(signer, collection, request);
        } catch {}
    }

    function carryThroughFactory(bool edition, uint256 carrier, uint256 signer, MintRequest memory request) external {
        ICollection collection = _prepare(edition, request);
        CollectionKind kind = edition ? CollectionKind.ERC1155 : CollectionKind.ERC721;
        string memory name = edition ? "Editions" : "Pieces";
        address creator = people[0];
        bytes memory signature = _sign(signer, collection, request);
        vm.prank(people[within(carrier, 0, 3)]);
        try factory.createAndMint(kind, creator, name, 0, request, signature) {
            _carried(signer, collection, request);
        } catch {}
    }

    function intrude(bool edition, uint256 who, uint256 way, MintRequest memory request) external {
        ICollection collection = _prepare(edition, request);
        way = within(way, 0, 2);
        vm.prank(people[within(who, 1, 3)]);
        if (way == 0) try collection.mint(request) {
            ++intrusions;
        }
            catch {}
        if (way == 1) try collection.mintFromFactory(request) {
            ++intrusions;
        }
            catch {}
        if (way == 2) try collection.mintWithRequest(request, "") {
            ++intrusions;
        }
            catch {}
    }

    function movePiece(uint256 tokenId, uint256 to) external {
        tokenId = within(tokenId, 0, IDS - 1);
        if (pieces.digestOf(tokenId) == 0) return;
        address owner = pieces.ownerOf(tokenId);
        vm.prank(owner);
        pieces.transferFrom(owner, people[within(to, 0, 3)], tokenId);
    }

    function moveCopies(uint256 tokenId, uint256 from, uint256 to, uint256 amount) external {
        tokenId = within(tokenId, 0, IDS - 1);
        address holder = people[within(from, 0, 3)];
        amount = within(amount, 0, editions.balanceOf(holder, tokenId));
        vm.prank(holder);
        editions.safeTransferFrom(holder, people[within(to, 0, 3)], tokenId, amount, "");
    }

    function passTime(uint256 time) external {
        vm.warp(block.timestamp + within(time, 0, 1 days));
    }

    function _prepare(bool edition, MintRequest memory request) private view returns (ICollection) {
        request.to = people[within(uint160(request.to), 0, 3)];
        request.tokenId = within(request.tokenId, 0, IDS - 1);
        request.quantity = edition ? within(request.quantity, 0, 1_000) : within(request.quantity, 0, 4) == 0 ? 2 : 1;
        request.royaltyBps = uint16(within(request.royaltyBps, 0, 5_500));
        request.deadline = uint64(within(request.deadline, block.timestamp - 1, block.timestamp + 10));
        return edition ? ICollection(editions) : ICollection(pieces);
    }

    function _sign(uint256 signer, ICollection collection, MintRequest memory request)
        private
        view
        returns (bytes memory)
    {
        string[4] memory names = ["ann", "bob", "cyr", "dan"];
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(keyOf(names[within(signer, 0, 3)]), collection.hashMintRequest(request));
        return abi.encodePacked(r, s, v);
    }

    function _carried(uint256 signer, ICollection collection, MintRequest memory request) private {
        if (within(signer, 0, 3) != 0) ++intrusions;
        _note(collection, request);
    }

    function _note(ICollection collection, MintRequest memory request) private {
        ++minted[address(collection)];
        if (_first[address(collection)][request.tokenId].digest == 0) {
            _first[address(collection)][request.tokenId] = request;
        }
    }
}

/// @notice What holds of collections whatever people do. Forbidden: minted -> minted again; minted -> other digest,
/// royalty or supply; not minted -> minted without the creator.
contract CollectionInvariantTest {
    CollectionCrowd internal crowd;

    function setUp() external {
        vm.warp(1_800_000_000);
        crowd = new CollectionCrowd();
    }

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(crowd);
    }

    /// 1. What was first minted under an id is what stands there for ever.
    function invariant_TheFirstMintOfAnIdStands() external view {
        for (uint256 id; id < 12; ++id) {
            _checkFirst(crowd.pieces(), id);
            _checkFirst(crowd.editions(), id);
        }
    }

    /// 2. No copy appears or vanishes after the mint: what people hold adds up to what was minted.
    function invariant_HoldingsAddUpToTheSupply() external view {
        uint256 held;
        uint256 standing;
        for (uint256 i; i < 4; ++i) {
            held += crowd.pieces().balanceOf(crowd.people(i));
        }
        for (uint256 id; id < 12; ++id) {
            if (crowd.pieces().digestOf(id) != 0) ++standing;
            uint256 copies;
            for (uint256 i; i < 4; ++i) {
                copies += crowd.editions().balanceOf(crowd.people(i), id);
            }
            vm.assertEq(copies, crowd.editions().totalSupply(id));
            vm.assertEq(copies, crowd.first(address(crowd.editions()), id).quantity);
        }
        vm.assertEq(held, standing);
        vm.assertEq(held, crowd.minted(address(crowd.pieces())));
    }

    /// 3. Nothing is minted without the creator.
    function invariant_NobodyMintsWithoutTheCreator() external view {
        vm.assertEq(crowd.intrusions(), 0);
    }

    /// 4. The royalty never passes one half.
    function invariant_TheRoyaltyNeverPassesOneHalf() external view {
        for (uint256 id; id < 12; ++id) {
            vm.assertTrue(crowd.pieces().royaltyBpsOf(id) <= 5_000 && crowd.editions().royaltyBpsOf(id) <= 5_000);
        }
    }

    /// The crowd is no stage set: what it may mint, it mints, and what it may not, it does not.
    function test_TheCrowdMintsWhatItMay() external {
        MintRequest memory request = MintRequest(address(0), 0, 1, bytes32("digest"), 500, 0);
        request.deadline = 1;
        crowd.mintAsCreator(true, request);
        request.tokenId = 1;
        crowd.carry(true, 2, 0, request);
        request.tokenId = 2;
        crowd.carryThroughFactory(true, 2, 0, request);
        vm.assertEq(crowd.minted(address(crowd.editions())), 3);
        request.tokenId = 3;
        crowd.carry(true, 2, 1, request);
        crowd.intrude(true, 2, 0, request);
        vm.assertEq(crowd.minted(address(crowd.editions())), 3);
    }

    function _checkFirst(ICollection collection, uint256 id) private view {
        MintRequest memory first = crowd.first(address(collection), id);
        vm.assertEq(collection.digestOf(id), first.digest);
        vm.assertEq(uint256(collection.royaltyBpsOf(id)), first.royaltyBps);
    }
}
