// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {
    ERC7913WebAuthnVerifier
} from "@openzeppelin/contracts/utils/cryptography/verifiers/ERC7913WebAuthnVerifier.sol";
import {WebAuthn} from "@openzeppelin/contracts/utils/cryptography/WebAuthn.sol";

/// @title PasskeyVerifier
/// @notice Verifies signatures of passkeys (ERC-7913). A key is `x ‖ y ‖ sha256(rpId)`, three words: a signature that the
/// same passkey makes for another site is invalid. The person must have been verified (fingerprint, face or PIN).
/// @dev The signature is `abi.encode(r, s, challengeIndex, typeIndex, authenticatorData, clientDataJSON)`.
contract PasskeyVerifier is ERC7913WebAuthnVerifier {
    /// @return `verify.selector` if the signature is valid, otherwise `0xffffffff`.
    function verify(bytes calldata key, bytes32 hash, bytes calldata signature) public view override returns (bytes4) {
        (bool decoded, WebAuthn.WebAuthnAuth calldata auth) = WebAuthn.tryDecodeAuth(signature);
        // Authenticator data begins with the hash of the site's rpId. Shorter data is refused by OpenZeppelin's code.
        if (!decoded || key.length != 96 || bytes32(auth.authenticatorData) != bytes32(key[64:])) return 0xffffffff;
        return super.verify(key[:64], hash, signature);
    }
}
