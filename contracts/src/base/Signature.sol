// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "solady/utils/ECDSA.sol";
import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";

/// @title Signature
/// @dev Verifies that a signature was made by the account's key, or is accepted by the account's code (ERC-1271).
/// The key is checked first, because an account that delegates to code (EIP-7702) keeps its key, and that code
/// may not implement ERC-1271. This also saves a call for signatures of keys.
/// High and low `s` values are accepted: each signed message can be used once, so a second form of a signature has no use.
library Signature {
    function isOf(address signer, bytes32 hash, bytes calldata signature) internal view returns (bool) {
        // Recovery of an invalid signature returns the zero address.
        if (signer == address(0)) return false;
        if (ECDSA.tryRecoverCalldata(hash, signature) == signer) return true;
        return signer.code.length != 0
            && SignatureCheckerLib.isValidERC1271SignatureNowCalldata(signer, hash, signature);
    }
}
