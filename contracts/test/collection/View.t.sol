// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Base64} from "solady/utils/Base64.sol";
import {LibString} from "solady/utils/LibString.sol";
import {CollectionKind} from "../../src/collection/ICollectionFactory.sol";
import {ICollection, MintRequest} from "../../src/collection/ICollection.sol";
import {vm, within} from "../base/Vm.sol";
import {CollectionFixture} from "./CollectionFixture.sol";

contract CollectionViewTest is CollectionFixture {
    function test_TheUriIsTheCidOfTheDigest() external {
        MintRequest memory request = _request(1, 1);
        // The CID of an empty file (raw codec), as every IPFS node computes it.
        request.digest = sha256("");
        _mint(pieces, request);
        _mint(editions, request);
        string memory expected = "ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku";
        vm.assertEq(pieces.tokenURI(1), expected);
        vm.assertEq(editions.uri(1), expected);
    }

    function testFuzz_TheUriReadsBackAsTheDigest(bytes32 digest) external {
        vm.assume(digest != 0);
        MintRequest memory request = _request(1, 1);
        request.digest = digest;
        _mint(pieces, request);
        bytes memory uri = bytes(pieces.tokenURI(1));
        vm.assertEq(uri.length, 66);
        uint256 high;
        uint256 low;
        // 58 letters are 290 bits: 36 bytes and two bits of padding. They are shifted in from the right through two
        // words.
        for (uint256 i = 8; i < 66; ++i) {
            uint8 letter = uint8(uri[i]);
            uint256 five = letter >= 97 ? letter - 97 : letter - 24;
            vm.assertTrue(five < 32);
            high = high << 5 | low >> 251;
            low = low << 5 | five;
        }
        vm.assertEq(low & 3, 0);
        vm.assertEq(bytes32(low >> 2 | high << 254), digest);
        vm.assertEq(high >> 2, 0x01551220);
        vm.assertEq(uint256(uint8(uri[7])), uint256(uint8(bytes1("b"))));
    }

    function testFuzz_RevertWhen_ReadingTheUriOfATokenThatWasNeverMinted(uint256 tokenId) external {
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenNotMinted.selector, tokenId));
        pieces.tokenURI(tokenId);
        vm.expectRevert(abi.encodeWithSelector(ICollection.TokenNotMinted.selector, tokenId));
        editions.uri(tokenId);
    }

    function testFuzz_TheRoyaltyIsRoundedDown(uint16 bps, uint256 price) external {
        bps = uint16(within(bps, 0, 5_000));
        price = within(price, 0, type(uint240).max);
        MintRequest memory request = _request(1, 1);
        request.royaltyBps = bps;
        request.to = bob;
        _mint(pieces, request);
        _mint(editions, request);
        (address receiver, uint256 amount) = pieces.royaltyInfo(1, price);
        vm.assertEq(receiver, ann);
        vm.assertEq(amount, price * bps / 10_000);
        vm.assertTrue(amount <= price / 2);
        (receiver, amount) = editions.royaltyInfo(1, price);
        vm.assertEq(receiver, ann);
        vm.assertEq(amount, price * bps / 10_000);
    }

    function test_ATokenThatWasNeverMintedHasNoRoyalty() external view {
        (address receiver, uint256 amount) = pieces.royaltyInfo(404, 1 ether);
        vm.assertEq(receiver, ann);
        vm.assertEq(amount, 0);
    }

    function test_RoyaltyAndDigestStayAfterASale() external {
        _mint(pieces, _request(1, 1));
        vm.prank(ann);
        pieces.transferFrom(ann, bob, 1);
        vm.assertEq(uint256(pieces.royaltyBpsOf(1)), 500);
        vm.assertEq(pieces.digestOf(1), DIGEST);
        vm.assertEq(pieces.ownerOf(1), bob);
    }

    function test_EachKindReportsItsInterfacesOnly() external view {
        bytes4[4] memory both = [bytes4(0x01ffc9a7), bytes4(0x2a55205a), bytes4(0xe8a3d485), bytes4(0xffffffff)];
        for (uint256 i; i < 4; ++i) {
            vm.assertTrue(pieces.supportsInterface(both[i]) == (i < 3));
            vm.assertTrue(editions.supportsInterface(both[i]) == (i < 3));
        }
        bytes4[2] memory only721 = [bytes4(0x80ac58cd), bytes4(0x5b5e139f)];
        bytes4[2] memory only1155 = [bytes4(0xd9b67a26), bytes4(0x0e89341c)];
        for (uint256 i; i < 2; ++i) {
            vm.assertTrue(pieces.supportsInterface(only721[i]) && !editions.supportsInterface(only721[i]));
            vm.assertTrue(editions.supportsInterface(only1155[i]) && !pieces.supportsInterface(only1155[i]));
        }
    }

    function test_BothKindsReturnNameAndSymbol() external view {
        vm.assertEq(pieces.name(), "Ann's pieces");
        vm.assertEq(editions.name(), "Ann's editions");
        vm.assertEq(pieces.symbol(), "SKARB");
        vm.assertEq(editions.symbol(), "SKARB");
    }

    /// The contract-level metadata of ERC-7572.
    function test_TheContractUriIsJsonWithNameSymbolAndCreator() external {
        string memory name = unicode"Щедрий \"вечір\" \\ їжачок\n";
        ICollection made = ICollection(factory.create(CollectionKind.ERC1155, ann, name, 0));
        string memory json = _json(made);
        vm.assertEq(vm.parseJsonString(json, ".name"), name);
        vm.assertEq(vm.parseJsonString(json, ".symbol"), "SKARB");
        vm.assertEq(vm.parseJsonAddressArray(json, ".collaborators")[0], ann);
        vm.assertEq(vm.parseJsonString(_json(pieces), ".name"), "Ann's pieces");
    }

    function testFuzz_TheContractUriIsValidJsonForAnyName(bytes memory name) external {
        uint256 length = name.length == 0 ? 1 : name.length > 128 ? 128 : name.length;
        bytes memory letters = new bytes(length);
        for (uint256 i; i < name.length && i < length; ++i) {
            letters[i] = name[i] & 0x7f;
        }
        ICollection made = ICollection(factory.create(CollectionKind.ERC721, bob, string(letters), 0));
        vm.assertEq(vm.parseJsonString(_json(made), ".name"), string(letters));
        vm.assertEq(vm.parseJsonAddressArray(_json(made), ".collaborators")[0], bob);
    }

    function _json(ICollection collection) private view returns (string memory) {
        string memory uri = collection.contractURI();
        vm.assertEq(LibString.slice(uri, 0, 29), "data:application/json;base64,");
        return string(Base64.decode(LibString.slice(uri, 29)));
    }

    function test_TheSigningDomainIsPublished() external view {
        (, string memory name, string memory version, uint256 chainId, address contract_,,) = pieces.eip712Domain();
        vm.assertEq(name, "Skarb Collection");
        vm.assertEq(version, "1");
        vm.assertEq(chainId, block.chainid);
        vm.assertEq(contract_, address(pieces));
    }
}
