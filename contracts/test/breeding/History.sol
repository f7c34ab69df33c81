// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibString} from "solady/utils/LibString.sol";
import {vm} from "../base/Vm.sol";

/// @dev EIP-2935's contract for the chain that forge simulates, where the hash of a block is keccak256 of its number in
/// decimals.
contract History {
    uint256 private constant SERVED = 8_191;

    fallback(bytes calldata data) external returns (bytes memory) {
        if (data.length != 32) revert();
        uint256 number = abi.decode(data, (uint256));
        if (number >= block.number || block.number - number > SERVED) revert();
        return abi.encode(hashOf(number));
    }
}

address constant HISTORY = 0x0000F90827F1C53a10cb7A02335B175320002935;

function hashOf(uint256 number) pure returns (bytes32) {
    return keccak256(bytes(LibString.toString(number)));
}

/// @dev From now on the chain provides 8,191 block hashes, or only 256 again.
function remember(bool much) {
    vm.etch(HISTORY, much ? address(new History()).code : bytes(""));
}
