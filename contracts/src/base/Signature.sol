// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "solady/utils/ECDSA.sol";
import {SignatureCheckerLib} from "solady/utils/SignatureCheckerLib.sol";

/// @dev Whether a signature is an account's: its key's, or what its code accepts (ERC-1271).
/// The key comes first, for an account can have both: one that delegates to code (EIP-7702) keeps its key, and that code
/// may know nothing of ERC-1271. A key's signature so also costs no call to the account.
/// Both values of `s` are accepted: whatever is signed here can be used once, so a second form of a signature gives nothing.
library Signature {
    function isOf(address signer, bytes32 hash, bytes calldata signature) internal view returns (bool) {
        // The recovered address is zero for what no key signed.
        if (signer == address(0)) return false;
        if (ECDSA.tryRecoverCalldata(hash, signature) == signer) return true;
        return signer.code.length != 0
            && SignatureCheckerLib.isValidERC1271SignatureNowCalldata(signer, hash, signature);
    }
}
