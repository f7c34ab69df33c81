// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {IERC7821} from "@openzeppelin/contracts/interfaces/draft-IERC7821.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {SmartAccount} from "../../src/account/SmartAccount.sol";
import {SmartAccountFactory} from "../../src/account/SmartAccountFactory.sol";
import {keyOf, person, vm} from "../base/Vm.sol";
import {EntryPointFixture} from "./EntryPointFixture.sol";

/// @dev What the account of these tests does: counts its callers.
contract Bell {
    mapping(address caller => uint256) public rung;

    function ring() external payable {
        ++rung[msg.sender];
    }

    function fail() external pure {
        revert("broken");
    }
}

/// @dev An account whose first key is a passkey, and a passkey that signs as a browser does.
abstract contract AccountFixture is EntryPointFixture {
    bytes32 internal constant BATCH = bytes32(uint256(1) << 248);
    /// @dev The order of the curve P-256.
    uint256 internal constant ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551;
    bytes1 internal constant PRESENT = 0x01;
    bytes1 internal constant VERIFIED = 0x05;

    /// @dev What a browser and an authenticator put into an assertion.
    struct Assertion {
        string site;
        bytes1 flags;
        bytes clientDataBefore;
        bytes clientDataAfter;
        bool highS;
    }

    SmartAccountFactory internal accounts;
    SmartAccount internal account;
    Bell internal bell;
    address internal verifier;
    bytes internal phone;
    bytes internal laptop;
    bytes internal wallet;

    function setUp() public virtual {
        // With the P-256 precompile, as on Polygon: in Solidity each signature takes milliseconds.
        vm.setEvmVersion("osaka");
        vm.warp(1_800_000_000);
        _deployEntryPoint();
        accounts = new SmartAccountFactory();
        verifier = _newVerifier();
        bell = new Bell();
        phone = _passkey("phone", "skarb.test");
        laptop = _passkey("laptop", "skarb.test");
        wallet = abi.encodePacked(person("wallet"));
        account = SmartAccount(payable(accounts.create(phone)));
    }

    /// @dev From the built artifact: without the optimizer, OpenZeppelin's P256 does not compile.
    function _newVerifier() private returns (address created) {
        string memory artifact = vm.readFile("out/PasskeyVerifier.sol/PasskeyVerifier.json");
        bytes memory code = vm.parseJsonBytes(artifact, ".bytecode.object");
        assembly ("memory-safe") {
            created := create(0, add(code, 0x20), mload(code))
        }
    }

    function _passkey(string memory name, string memory site) internal view returns (bytes memory) {
        (uint256 x, uint256 y) = vm.publicKeyP256(keyOf(name));
        return abi.encodePacked(verifier, x, y, sha256(bytes(site)));
    }

    function _usual() internal pure returns (Assertion memory) {
        return Assertion({
            site: "skarb.test",
            flags: VERIFIED,
            clientDataBefore: '{"type":"webauthn.get",',
            clientDataAfter: ',"origin":"https://skarb.test","crossOrigin":false}',
            highS: false
        });
    }

    /// @dev A passkey's signature: the six values that {PasskeyVerifier} decodes.
    function _assert(string memory name, bytes32 hash, Assertion memory how) internal pure returns (bytes memory) {
        bytes memory authenticatorData = abi.encodePacked(sha256(bytes(how.site)), how.flags, uint32(7));
        bytes memory clientData = abi.encodePacked(
            how.clientDataBefore, '"challenge":"', Base64.encodeURL(abi.encodePacked(hash)), '"', how.clientDataAfter
        );
        (bytes32 r, bytes32 s) =
            vm.signP256(keyOf(name), sha256(abi.encodePacked(authenticatorData, sha256(clientData))));
        if ((uint256(s) > ORDER / 2) != how.highS) s = bytes32(ORDER - uint256(s));
        return abi.encode(r, s, how.clientDataBefore.length, 1, authenticatorData, clientData);
    }

    function _passkeySignature(string memory name, bytes32 hash) internal view returns (bytes memory) {
        return _withKey(_passkey(name, "skarb.test"), _assert(name, hash, _usual()));
    }

    function _walletSignature(string memory name, bytes32 hash) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(keyOf(name), hash);
        return _withKey(abi.encodePacked(vm.addr(keyOf(name))), abi.encodePacked(r, s, v));
    }

    function _withKey(bytes memory key, bytes memory signature) internal pure returns (bytes memory) {
        return abi.encodePacked(uint8(key.length), key, signature);
    }

    function _batch(Execution[] memory calls) internal pure returns (bytes memory) {
        return abi.encodeCall(IERC7821.execute, (BATCH, abi.encode(calls)));
    }

    function _one(address target, bytes memory data) internal pure returns (bytes memory) {
        Execution[] memory calls = new Execution[](1);
        calls[0] = Execution(target, 0, data);
        return _batch(calls);
    }

    function _ring() internal view returns (bytes memory) {
        return _one(address(bell), abi.encodeCall(Bell.ring, ()));
    }

    /// @dev The account does something, signed by the phone.
    function _act(bytes memory callData) internal returns (bool) {
        PackedUserOperation memory op = _operation(address(account), callData);
        op.signature = _passkeySignature("phone", _operationHash(op));
        return _handle(op);
    }

    function _signedRing(string memory name, Assertion memory how)
        internal
        view
        returns (PackedUserOperation memory op)
    {
        op = _operation(address(account), _ring());
        op.signature = _withKey(_passkey(name, "skarb.test"), _assert(name, _operationHash(op), how));
    }

    function _addKey(bytes memory key) internal {
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.addKey, (key))));
    }

    function _removeKey(bytes memory key) internal {
        vm.assertTrue(_act(abi.encodeCall(SmartAccount.removeKey, (key))));
    }
}
