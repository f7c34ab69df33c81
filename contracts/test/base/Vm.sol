// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @dev The cheat codes that these tests use. npm's forge-std is years older than the forge used here, so this replaces
/// it.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory logs);
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 hash) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function signP256(uint256 key, bytes32 hash) external pure returns (bytes32 r, bytes32 s);
    function publicKeyP256(uint256 key) external pure returns (uint256 x, uint256 y);
    function prank(address sender) external;
    function prank(address sender, address origin) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function deal(address account, uint256 balance) external;
    function setEvmVersion(string calldata name) external;
    function warp(uint256 timestamp) external;
    function etch(address target, bytes calldata code) external;
    function chainId(uint256 id) external;
    function roll(uint256 blockNumber) external;
    function load(address target, bytes32 slot) external view returns (bytes32);
    function store(address target, bytes32 slot, bytes32 value) external;
    function assume(bool condition) external pure;
    function label(address account, string calldata name) external;
    function expectRevert(bytes calldata data) external;
    function expectRevert(bytes4 selector) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function writeLine(string calldata path, string calldata line) external;
    function envOr(string calldata name, string calldata otherwise) external view returns (string memory);
    function toString(uint256 value) external pure returns (string memory);
    function readFile(string calldata path) external view returns (string memory);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonAddressArray(string calldata json, string calldata key) external pure returns (address[] memory);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function assertTrue(bool condition) external pure;
    function assertTrue(bool condition, string calldata message) external pure;
    function assertFalse(bool condition) external pure;
    function assertFalse(bool condition, string calldata message) external pure;
    function assertEq(uint256 left, uint256 right) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertEq(address left, address right) external pure;
    function assertEq(bytes32 left, bytes32 right) external pure;
    function assertEq(bytes32 left, bytes32 right, string calldata message) external pure;
    function assertEq(string calldata left, string calldata right) external pure;
    function assertEq(bytes calldata left, bytes calldata right) external pure;
    function assertNotEq(address left, address right) external pure;
}

Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

/// @dev Maps a number into [low, high], evenly enough for fuzzing.
function within(uint256 value, uint256 low, uint256 high) pure returns (uint256) {
    return high - low == type(uint256).max ? value : low + value % (high - low + 1);
}

/// @dev The private key that belongs to a name, the same in every run.
function keyOf(string memory name) pure returns (uint256) {
    return uint256(keccak256(bytes(name))) >> 8;
}

/// @dev The address that belongs to a name. See {keyOf}.
function person(string memory name) returns (address account) {
    account = vm.addr(keyOf(name));
    vm.label(account, name);
}
