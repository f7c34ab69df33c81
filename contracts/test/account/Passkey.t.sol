// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC7913SignatureVerifier} from "@openzeppelin/contracts/interfaces/IERC7913.sol";
import {keyOf, vm, within} from "../base/Vm.sol";
import {AccountFixture} from "./AccountFixture.sol";

contract PasskeyTest is AccountFixture {
    bytes32 private constant HASH = keccak256("an operation");

    function testFuzz_EveryPasskeySignsEveryHash(uint256 seed, bytes32 hash) external view {
        string memory name = vm.toString(seed);
        vm.assertTrue(_isValid(_point(name), hash, _assert(name, hash, _usual())));
    }

    function test_AHighSIsRefusedSoThatASignatureHasOneForm() external view {
        Assertion memory how = _usual();
        how.highS = true;
        vm.assertFalse(_accepts(how));
    }

    function test_AnotherSiteIsRefused() external view {
        Assertion memory how = _usual();
        how.site = "skarb.example";
        vm.assertFalse(_accepts(how));
        vm.assertTrue(_accepts(_usual()));
    }

    function testFuzz_OnlyTheKeysOwnSiteIsAccepted(string calldata site) external view {
        Assertion memory how = _usual();
        how.site = site;
        vm.assertTrue(_accepts(how) == (keccak256(bytes(site)) == keccak256("skarb.test")));
    }

    function test_APersonWhoWasNotVerifiedIsRefused() external view {
        Assertion memory how = _usual();
        how.flags = PRESENT;
        vm.assertFalse(_accepts(how));
        how.flags = 0x04;
        vm.assertFalse(_accepts(how), "verified but not present");
    }

    function testFuzz_FlagsNeedPresenceVerificationAndAPossibleBackup(bytes1 flags) external view {
        Assertion memory how = _usual();
        how.flags = flags;
        bool isPossible = flags & 0x18 != 0x10;
        vm.assertTrue(_accepts(how) == (flags & VERIFIED == VERIFIED && isPossible));
    }

    function test_TheRegistrationOfAPasskeyIsNoSignature() external view {
        Assertion memory how = _usual();
        how.clientDataBefore = '{"type":"webauthn.create",';
        vm.assertFalse(_accepts(how));
        how.clientDataBefore = '{"type":"payment.get",    ';
        vm.assertFalse(_accepts(how));
    }

    function testFuzz_AnotherChallengeIsRefused(bytes32 other) external view {
        vm.assume(other != HASH);
        vm.assertFalse(_isValid(_point("phone"), HASH, _assert("phone", other, _usual())));
    }

    function testFuzz_AnotherKeyIsRefused(uint256 x, uint256 y) external view {
        bytes memory key = abi.encodePacked(x, y, sha256("skarb.test"));
        vm.assertFalse(_isValid(key, HASH, _assert("phone", HASH, _usual())));
    }

    function testFuzz_AChangedSignatureIsRefused(uint256 at, bytes1 replacement) external view {
        bytes memory signature = _assert("phone", HASH, _usual());
        // From here on is the padding of the client data, which nobody signs.
        uint256 signed = signature.length - 32;
        at = within(at, 0, signed - 1);
        vm.assume(signature[at] != replacement);
        bytes memory changed = bytes.concat(signature);
        changed[at] = replacement;
        if (_isValid(_point("phone"), HASH, changed)) vm.assertTrue(_isSame(signature, changed), "another message");
    }

    function testFuzz_TruncatedClientDataIsRefused(uint256 length) external view {
        bytes memory signature = _assert("phone", HASH, _usual());
        (bytes32 r, bytes32 s, uint256 c, uint256 t, bytes memory data, bytes memory client) =
            abi.decode(signature, (bytes32, bytes32, uint256, uint256, bytes, bytes));
        uint256 cut = within(length, 0, client.length - 1);
        assembly ("memory-safe") {
            mstore(client, cut)
        }
        vm.assertFalse(_isValid(_point("phone"), HASH, abi.encode(r, s, c, t, data, client)));
    }

    function testFuzz_TruncatedAuthenticatorDataIsRefused(uint256 length) external view {
        bytes memory signature = _assert("phone", HASH, _usual());
        (bytes32 r, bytes32 s, uint256 c, uint256 t, bytes memory data, bytes memory client) =
            abi.decode(signature, (bytes32, bytes32, uint256, uint256, bytes, bytes));
        uint256 cut = within(length, 0, data.length - 1);
        assembly ("memory-safe") {
            mstore(data, cut)
        }
        vm.assertFalse(_isValid(_point("phone"), HASH, abi.encode(r, s, c, t, data, client)));
    }

    function testFuzz_KeysOfAnotherLengthAreRefused(uint8 length) external view {
        vm.assume(length != 96);
        bytes memory key = bytes.concat(_point("phone"), new bytes(160));
        assembly ("memory-safe") {
            mstore(key, length)
        }
        vm.assertFalse(_isValid(key, HASH, _assert("phone", HASH, _usual())));
    }

    function test_TheCurveOfTheSolidityCodeAndOfThePrecompileAgree() external {
        bytes memory signature = _assert("phone", HASH, _usual());
        // A node without the precompile, and one whose precompile accepts: see P256._tryVerifyNative.
        vm.assertTrue(_isValid(_point("phone"), HASH, signature));
        vm.etch(address(0x100), hex"600160005260206000f3");
        vm.assertTrue(_isValid(_point("phone"), HASH, signature));
    }

    function _accepts(Assertion memory how) private view returns (bool) {
        return _isValid(_point("phone"), HASH, _assert("phone", HASH, how));
    }

    /// @dev The result as an account sees it: a verifier that reverts, for example on a broken encoding, refuses.
    function _isValid(bytes memory key, bytes32 hash, bytes memory signature) private view returns (bool) {
        try IERC7913SignatureVerifier(verifier).verify(key, hash, signature) returns (bytes4 answer) {
            return answer == IERC7913SignatureVerifier.verify.selector;
        } catch {
            return false;
        }
    }

    /// @dev Whether two encodings have the same values: some bytes of an encoding are read by nobody.
    function _isSame(bytes memory one, bytes memory other) private view returns (bool) {
        try this.decoded(other) returns (bytes32 values) {
            return this.decoded(one) == values;
        } catch {
            return false;
        }
    }

    function decoded(bytes calldata signature) external pure returns (bytes32) {
        (bytes32 r, bytes32 s, uint256 c, uint256 t, bytes memory data, bytes memory client) =
            abi.decode(signature, (bytes32, bytes32, uint256, uint256, bytes, bytes));
        return keccak256(abi.encode(r, s, c, t, data, client));
    }

    function _point(string memory name) private view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(keyOf(name));
        return abi.encodePacked(x, y, sha256("skarb.test"));
    }
}
