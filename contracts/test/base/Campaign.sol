// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {vm} from "./Vm.sol";

/// @dev Actors who call contracts at random, and counts of the calls that reach the contract and of those that succeed.
abstract contract Crowd {
    uint256 public calls;
    uint256 public successes;

    /// @dev Overrides the setup of a fixture, which forge must not call: a crowd is ready after its constructor.
    function setUp() public virtual {}

    /// @dev The fuzzer prefers round numbers; mixing them keeps rare cases rare.
    function _mixed(uint256 seed) internal view returns (uint256) {
        return uint256(keccak256(abi.encode(seed, calls)));
    }
}

/// @notice One campaign for all numbered invariants of a suite: forge would repeat the same calls for each invariant
/// that is a separate test. A failure names every broken invariant.
abstract contract Campaign {
    struct FuzzSelector {
        address target;
        bytes4[] selectors;
    }

    string private _name;
    Crowd private _crowd;

    function targetContracts() external view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(_crowd);
    }

    function excludeSelectors() external view returns (FuzzSelector[] memory excluded) {
        excluded = new FuzzSelector[](1);
        excluded[0] = FuzzSelector(address(_crowd), new bytes4[](1));
        excluded[0].selectors[0] = Crowd.setUp.selector;
    }

    /// Checks take longer than calls, and grow with the state: checks every eighth call at first, every 32nd later, and
    /// at the end.
    function invariant_AllHold() external view {
        uint256 calls = _crowd.calls();
        if (calls % (calls < 64 ? 8 : 32) == 0) _allHold();
    }

    /// The campaign must really test the contract: of the calls that reach it, at least half succeed.
    function afterInvariant() external {
        _allHold();
        (uint256 calls, uint256 successes) = (_crowd.calls(), _crowd.successes());
        string memory log = vm.envOr("CAMPAIGN_LOG", string(""));
        if (bytes(log).length > 0) {
            string memory counted = string.concat(vm.toString(calls), " ", vm.toString(successes));
            vm.writeLine(string.concat(log, "/", _name, ".txt"), counted);
        }
        if (calls >= 40) vm.assertTrue(successes * 2 >= calls, "too many calls fail");
    }

    /// @param name the file of its counts
    function _start(string memory name, Crowd crowd) internal {
        (_name, _crowd) = (name, crowd);
    }

    /// @dev The names of the broken invariants, joined by {_and}; empty if all hold.
    function _broken() internal view virtual returns (string memory);

    function _and(string memory broken, bool holds, string memory name) internal pure returns (string memory) {
        return holds ? broken : string.concat(broken, "invariant_", name, " ");
    }

    function _allHold() private view {
        string memory broken = _broken();
        vm.assertTrue(bytes(broken).length == 0, broken);
    }
}
