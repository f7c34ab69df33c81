// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Breeding} from "../../src/breeding/Breeding.sol";
import {Life, Pairing} from "../../src/breeding/BreedingRecords.sol";
import {OddMoney} from "../auction/Hostile.sol";
import {keyOf, person, vm} from "../base/Vm.sol";
import {CollectionFixture} from "../collection/CollectionFixture.sol";

/// @dev Ann's tokens 1 to 6 are founders with three traits, open for breeding at 0.1 WETH; Bob owns 1, 2 and 3, Cyr the
/// others.
abstract contract BreedingFixture is CollectionFixture {
    uint96 internal constant BASE = 0.1 ether;
    uint8 internal constant TRAITS = 3;
    /// @dev The traits have 32, 5 and 2 values.
    uint64 internal constant COUNTS = 31 | 4 << 5 | 1 << 10;
    bytes32 internal constant VOCABULARY = keccak256("vocabulary");
    uint256 internal constant FIRST_CHILD = 1 << 64;

    Breeding internal breeding;
    OddMoney internal money;
    address internal owner = person("breeding owner");
    address internal operator = person("operator");
    address internal feeRecipient = person("fee recipient");
    address internal cyr = person("cyr");
    /// @dev Represents the auction house: only its ownership of a token matters.
    address internal house = person("house");

    function setUp() public virtual override {
        super.setUp();
        vm.roll(1_000);
        money = new OddMoney();
        vm.etch(house, hex"00");
        breeding = new Breeding(owner, operator, feeRecipient, 1_000, address(money), address(factory), house);
        _plant();
        vm.prank(operator);
        breeding.commit(_root());
        _found();
        for (uint256 i; i < 2; ++i) {
            address account = i == 0 ? bob : cyr;
            money.mint(account, 1_000 ether);
            vm.prank(account);
            money.approve(address(breeding), type(uint256).max);
        }
    }

    function _found() private {
        uint256[] memory ids = new uint256[](6);
        uint256[] memory genes = new uint256[](6);
        for (uint256 i; i < 6; ++i) {
            ids[i] = i + 1;
            genes[i] = _genes(i);
            _mint(pieces, _request(i + 1, 1));
            vm.prank(ann);
            pieces.transferFrom(ann, i < 3 ? bob : cyr, i + 1);
        }
        vm.startPrank(ann);
        pieces.setMinter(address(breeding), true);
        breeding.open(address(pieces), BASE, TRAITS, COUNTS, VOCABULARY);
        breeding.enrol(address(pieces), ids, genes);
        vm.stopPrank();
    }

    /// @dev Valid genes, different for each seed.
    function _genes(uint256 seed) internal pure returns (uint256 genes) {
        uint256 random = uint256(keccak256(abi.encode("genes", seed)));
        for (uint256 i; i < 12; ++i) {
            genes |= (random >> (i * 8) & 0xff) % ((COUNTS >> (i / 4 * 5) & 31) + 1) << (i * 5);
        }
    }

    function _secret(uint256 id) internal pure returns (bytes32) {
        return keccak256(abi.encode("secret", id));
    }

    /// @dev The first batch's tree, level by level, computed independently of the contract so that it really checks it.
    bytes32[][] private _tree;

    function _plant() private {
        bytes32[] memory row = new bytes32[](1024);
        for (uint256 i; i < 1024; ++i) {
            row[i] = keccak256(abi.encodePacked(keccak256(abi.encodePacked(i + 1, _secret(i + 1)))));
        }
        _tree.push(row);
        while (row.length > 1) {
            bytes32[] memory above = new bytes32[](row.length / 2);
            for (uint256 i; i < above.length; ++i) {
                above[i] = keccak256(abi.encodePacked(row[2 * i], row[2 * i + 1]));
            }
            _tree.push(above);
            row = above;
        }
    }

    function _root() internal view returns (bytes32) {
        return _tree[10][0];
    }

    function _proof(uint256 id) internal view returns (bytes32[] memory proof) {
        proof = new bytes32[](10);
        for (uint256 level; level < 10; ++level) {
            proof[level] = _tree[level][(id - 1 >> level) ^ 1];
        }
    }

    /// @dev The EIP-712 hash, computed independently of the contract.
    function _hashBirth(uint256 id, bytes32 digest) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Skarb Breeding"),
                keccak256("1"),
                block.chainid,
                address(breeding)
            )
        );
        bytes32 message = keccak256(abi.encode(keccak256("Birth(uint256 id,bytes32 digest)"), id, digest));
        return keccak256(abi.encodePacked("\x19\x01", domain, message));
    }

    function _signBirth(string memory name, uint256 id, bytes32 digest) internal view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf(name), _hashBirth(id, digest));
        return abi.encodePacked(r, s, v);
    }

    function _breed(address who, uint256 matronId, uint256 sireId) internal returns (uint256 id) {
        vm.prank(who);
        return breeding.breed(address(pieces), matronId, sireId, type(uint256).max);
    }

    function _hatch(uint256 id) internal returns (uint256 childId) {
        bytes memory signature = _signBirth("operator", id, DIGEST);
        return breeding.hatch(id, _secret(id), _proof(id), DIGEST, signature);
    }

    /// @dev Breeds, records the block hash, waits and hatches. Returns the child.
    function _child(address who, uint256 matronId, uint256 sireId) internal returns (uint256) {
        uint256 id = _breed(who, matronId, sireId);
        vm.roll(block.number + 2);
        breeding.keep(id);
        vm.warp(_pairing(id).readyAt);
        return _hatch(id);
    }

    function _offer(address who, uint256 tokenId, uint96 price) internal {
        vm.prank(who);
        breeding.offerSiring(address(pieces), tokenId, price, uint40(block.timestamp + 1 days));
    }

    /// @dev Sets the last id, as if so many tokens had been bred. It shares a slot with the next id to keep, which the
    /// loop finds.
    function _setLastId(uint256 id) internal {
        uint256 last = breeding.nextId() - 1;
        for (uint256 i; i < 32; ++i) {
            uint256 word = uint256(vm.load(address(breeding), bytes32(i)));
            if (word >> 64 != 1 || uint64(word) != last) continue;
            vm.store(address(breeding), bytes32(i), bytes32(1 << 64 | id));
        }
        vm.assertEq(breeding.nextId(), id + 1);
    }

    function _life(uint256 tokenId) internal view returns (Life memory) {
        return breeding.lifeOf(address(pieces), tokenId);
    }

    function _pairing(uint256 id) internal view returns (Pairing memory) {
        return breeding.breedingOf(id);
    }
}
