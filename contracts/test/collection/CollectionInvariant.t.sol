// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Collection1155} from "../../src/collection/Collection1155.sol";
import {Collection721} from "../../src/collection/Collection721.sol";
import {CollectionFactory} from "../../src/collection/CollectionFactory.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {Campaign, Crowd} from "../base/Campaign.sol";
import {keyOf, person, vm, within} from "../base/Vm.sol";

/// @dev Actors who mint, submit requests, transfer and cheat at random, and a record of the expected state. They mostly
/// make valid mints under the next id; in one of eight cases anything.
contract CollectionCrowd is Crowd {
    CollectionFactory public immutable factory;
    Collection721 public immutable pieces;
    Collection1155 public immutable editions;
    address[] public people;
    mapping(address collection => mapping(uint256 tokenId => MintRequest)) internal _first;
    mapping(address collection => uint256) public minted;
    mapping(address collection => uint256) public nextId;
    uint256 public intrusions;
    /// The number of tokens minted in another minter's range.
    uint256 public trespasses;
    uint64 public ranges;
    mapping(address minter => uint64) public rangeOf;
    mapping(address minter => uint40) public endsAtOf;
    uint256[] public mintedByMinters;

    constructor() {
        people = [person("ann"), person("bob"), person("cyr"), person("dan")];
        // There is no auction house: any address with code will do.
        factory = new CollectionFactory(address(vm));
        pieces = Collection721(factory.create(CollectionKind.ERC721, people[0], "Pieces", 0));
        editions = Collection1155(factory.create(CollectionKind.ERC1155, people[0], "Editions", 0));
    }

    function first(address collection, uint256 tokenId) external view returns (MintRequest memory) {
        return _first[collection][tokenId];
    }

    function mintAsCreator(bool edition, uint256 seed, MintRequest memory request) external {
        seed = _mixed(seed);
        ICollection collection = _prepare(edition, seed, request);
        ++calls;
        vm.prank(people[0]);
        try collection.mint(request) {
            _note(collection, request);
        } catch {}
    }

    function carry(bool edition, uint256 carrier, uint256 seed, MintRequest memory request) external {
        seed = _mixed(seed);
        ICollection collection = _prepare(edition, seed, request);
        uint256 signer = _signer(seed);
        bytes memory signature = _sign(signer, collection, request);
        ++calls;
        vm.prank(people[within(carrier, 0, 3)]);
        try collection.mintWithRequest(request, signature) {
            _carried(signer, collection, request);
        } catch {}
    }

    function carryThroughFactory(bool edition, uint256 carrier, uint256 seed, MintRequest memory request) external {
        seed = _mixed(seed);
        ICollection collection = _prepare(edition, seed, request);
        CollectionKind kind = edition ? CollectionKind.ERC1155 : CollectionKind.ERC721;
        string memory name = edition ? "Editions" : "Pieces";
        address creator = people[0];
        uint256 signer = _signer(seed);
        bytes memory signature = _sign(signer, collection, request);
        ++calls;
        vm.prank(people[within(carrier, 0, 3)]);
        try factory.createAndMint(kind, creator, name, 0, request, signature) {
            _carried(signer, collection, request);
        } catch {}
    }

    function intrude(bool edition, uint256 who, uint256 seed, MintRequest memory request) external {
        seed = _mixed(seed);
        ICollection collection = _prepare(edition, seed, request);
        uint256 way = seed / 8 % 3;
        // Keeps the id out of the minters' ranges, where a minter may mint: see {mintAsMinter}.
        if (!edition) request.tokenId = uint64(request.tokenId);
        ++calls;
        address intruder = people[within(who, 1, 3)];
        vm.prank(intruder);
        if (way == 0) {
            try collection.mint(request) {
                ++intrusions;
                // A minter outside its range.
                if (!edition && block.timestamp < endsAtOf[intruder]) ++trespasses;
            } catch {}
        }
        if (way == 1) {
            try collection.mintFromFactory(request) {
                ++intrusions;
            } catch {}
        }
        if (way == 2) {
            try collection.mintWithRequest(request, "") {
                ++intrusions;
            } catch {}
        }
    }

    function setMinter(uint256 who, bool allowed) external {
        address minter = people[within(who, 1, 3)];
        if (allowed) {
            if (rangeOf[minter] == 0) rangeOf[minter] = ++ranges;
            endsAtOf[minter] = type(uint40).max;
        } else if (endsAtOf[minter] == type(uint40).max) {
            endsAtOf[minter] = uint40(block.timestamp + 30 days);
        }
        ++calls;
        vm.prank(people[0]);
        pieces.setMinter(minter, allowed);
        ++successes;
    }

    /// @dev Mostly within the minter's own range and time; in one of eight cases at any time and anywhere.
    function mintAsMinter(uint256 who, uint256 seed, MintRequest memory request) external {
        seed = _mixed(seed);
        address minter = people[within(who, 1, 3)];
        bool wild = seed % 8 == 0;
        if (!wild && block.timestamp >= endsAtOf[minter]) return;
        _prepare(false, seed | 1, request);
        uint256 range = wild ? seed / 8 % 4 : rangeOf[minter];
        request.tokenId = (range << 64) + mintedByMinters.length + 1_000_000;
        bool may = range != 0 && range == rangeOf[minter] && block.timestamp < endsAtOf[minter];
        ++calls;
        vm.prank(minter);
        try pieces.mint(request) {
            if (!may) ++trespasses;
            // The creator's own range.
            if (range == 0) ++intrusions;
            ++successes;
            mintedByMinters.push(request.tokenId);
            _first[address(pieces)][request.tokenId] = request;
        } catch {}
    }

    function countMintedByMinters() external view returns (uint256) {
        return mintedByMinters.length;
    }

    function movePiece(uint256 tokenId, uint256 to) external {
        if (nextId[address(pieces)] == 0) return;
        tokenId = within(tokenId, 0, nextId[address(pieces)] - 1);
        address owner = pieces.ownerOf(tokenId);
        ++calls;
        vm.prank(owner);
        pieces.transferFrom(owner, people[within(to, 0, 3)], tokenId);
        ++successes;
    }

    function moveCopies(uint256 tokenId, uint256 from, uint256 to, uint256 amount) external {
        tokenId = within(tokenId, 0, nextId[address(editions)]);
        address holder = people[within(from, 0, 3)];
        amount = within(amount, 0, editions.balanceOf(holder, tokenId));
        ++calls;
        vm.prank(holder);
        editions.safeTransferFrom(holder, people[within(to, 0, 3)], tokenId, amount, "");
        ++successes;
    }

    function passTime(uint256 time) external {
        vm.warp(block.timestamp + within(time, 0, 1 days));
    }

    function _prepare(bool edition, uint256 seed, MintRequest memory request) private view returns (ICollection) {
        address collection = edition ? address(editions) : address(pieces);
        bool wild = seed % 8 == 0;
        request.to = people[within(uint160(request.to), 0, 3)];
        uint256 next = nextId[collection];
        request.tokenId = wild ? within(request.tokenId, 0, next) : next;
        if (wild && !edition && seed / 512 % 2 == 0) request.tokenId = (1 + seed / 1024 % 3) << 64;
        request.quantity =
            edition ? within(request.quantity, wild ? 0 : 1, 1_000) : wild && request.quantity % 4 == 0 ? 2 : 1;
        request.royaltyBps = uint16(within(request.royaltyBps, 0, wild ? 5_500 : 5_000));
        request.deadline =
            uint64(within(request.deadline, wild ? block.timestamp - 1 : block.timestamp, block.timestamp + 10));
        return ICollection(collection);
    }

    /// @dev Mostly the creator; in one of eight cases anyone.
    function _signer(uint256 seed) private pure returns (uint256) {
        return seed / 8 % 8 == 0 ? seed / 64 % 4 : 0;
    }

    function _sign(uint256 signer, ICollection collection, MintRequest memory request)
        private
        view
        returns (bytes memory)
    {
        string[4] memory names = ["ann", "bob", "cyr", "dan"];
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf(names[signer]), collection.hashMintRequest(request));
        return abi.encodePacked(r, s, v);
    }

    function _carried(uint256 signer, ICollection collection, MintRequest memory request) private {
        if (signer != 0) ++intrusions;
        _note(collection, request);
    }

    function _note(ICollection collection, MintRequest memory request) private {
        ++successes;
        if (address(collection) == address(pieces) && request.tokenId >> 64 != 0) ++trespasses;
        ++minted[address(collection)];
        if (request.tokenId == nextId[address(collection)]) ++nextId[address(collection)];
        if (_first[address(collection)][request.tokenId].digest == 0) {
            _first[address(collection)][request.tokenId] = request;
        }
    }
}

/// @notice Properties of collections that no sequence of calls may break. Forbidden transitions: minted -> minted
/// again; minted -> other digest, royalty or supply; not minted -> minted without the creator.
contract CollectionInvariantTest is Campaign {
    CollectionCrowd internal crowd;

    function setUp() external {
        vm.warp(1_800_000_000);
        _start("collection", crowd = new CollectionCrowd());
    }

    function _broken() internal view override returns (string memory broken) {
        broken = _and(broken, _01_TheFirstMintOfAnIdIsFinal(), "01_TheFirstMintOfAnIdIsFinal");
        broken = _and(broken, _02_HoldingsAddUpToTheSupply(), "02_HoldingsAddUpToTheSupply");
        broken = _and(broken, _03_NobodyMintsWithoutTheCreator(), "03_NobodyMintsWithoutTheCreator");
        broken = _and(broken, _04_TheRoyaltyNeverExceedsHalf(), "04_TheRoyaltyNeverExceedsHalf");
        broken = _and(broken, _05_OnlyAMinterMintsInItsRange(), "05_OnlyAMinterMintsInItsRange");
    }

    /// 1. The data of the first mint under an id never changes.
    function _01_TheFirstMintOfAnIdIsFinal() private view returns (bool) {
        return _standAsMinted(crowd.pieces()) && _standAsMinted(crowd.editions());
    }

    /// 2. No unit is created or lost after the mint: holdings add up to the minted quantity.
    function _02_HoldingsAddUpToTheSupply() private view returns (bool) {
        uint256 held;
        for (uint256 i; i < 4; ++i) {
            held += crowd.pieces().balanceOf(crowd.people(i));
        }
        uint256 mintedIds;
        for (uint256 id; id < crowd.nextId(address(crowd.pieces())); ++id) {
            if (crowd.pieces().digestOf(id) != 0) ++mintedIds;
        }
        held -= crowd.countMintedByMinters();
        if (held != mintedIds || held != crowd.minted(address(crowd.pieces()))) return false;
        for (uint256 id; id < crowd.nextId(address(crowd.editions())); ++id) {
            uint256 copies;
            for (uint256 i; i < 4; ++i) {
                copies += crowd.editions().balanceOf(crowd.people(i), id);
            }
            if (copies != crowd.editions().totalSupply(id)) return false;
            if (copies != crowd.first(address(crowd.editions()), id).quantity) return false;
        }
        return true;
    }

    /// 3. Nothing is minted without the creator's call or signature.
    function _03_NobodyMintsWithoutTheCreator() private view returns (bool) {
        return crowd.intrusions() == 0;
    }

    /// 4. The royalty never exceeds one half.
    function _04_TheRoyaltyNeverExceedsHalf() private view returns (bool) {
        return _royaltiesAreLow(crowd.pieces()) && _royaltiesAreLow(crowd.editions());
    }

    /// 5. Each minter keeps one range forever and mints in it until 30 days after its dismissal; nobody else does.
    function _05_OnlyAMinterMintsInItsRange() private view returns (bool) {
        for (uint256 i = 1; i < 4; ++i) {
            address minter = crowd.people(i);
            (uint64 range, uint40 endsAt) = crowd.pieces().minterOf(minter);
            if (range != crowd.rangeOf(minter) || endsAt != crowd.endsAtOf(minter)) return false;
            if (crowd.pieces().isMinter(minter) != (endsAt == type(uint40).max)) return false;
        }
        for (uint256 i; i < crowd.countMintedByMinters(); ++i) {
            uint256 id = crowd.mintedByMinters(i);
            if (crowd.pieces().digestOf(id) != crowd.first(address(crowd.pieces()), id).digest) return false;
        }
        return crowd.trespasses() == 0;
    }

    function _standAsMinted(ICollection collection) private view returns (bool) {
        for (uint256 id; id <= crowd.nextId(address(collection)); ++id) {
            MintRequest memory first = crowd.first(address(collection), id);
            if (collection.digestOf(id) != first.digest) return false;
            if (collection.royaltyBpsOf(id) != first.royaltyBps) return false;
        }
        return true;
    }

    function _royaltiesAreLow(ICollection collection) private view returns (bool) {
        for (uint256 id; id < crowd.nextId(address(collection)); ++id) {
            if (collection.royaltyBpsOf(id) > 5_000) return false;
        }
        return true;
    }
}
