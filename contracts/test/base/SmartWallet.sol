// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";

/// @dev A minimal contract account: one key signs for it (ERC-1271), and it can hold editions.
contract SmartWallet is ERC1155Holder {
    address private immutable _key;

    constructor(address key) {
        _key = key;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        (address signer,,) = ECDSA.tryRecover(hash, signature);
        return signer == _key ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }
}
