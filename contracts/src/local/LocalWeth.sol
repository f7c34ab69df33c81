// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// @title Wrapped Ether, as it is on Polygon, for the local chain
/// @notice Polygon's WETH is a bridged token, not WETH9: nobody can wrap with it, `withdraw` burns (the ether comes out
/// on Ethereum), there is no permit, and every transferFrom eats its allowance, an "infinite" one too, and says so with
/// an Approval. This one has the same shape, so that code that works here works there.
contract LocalWeth is ERC20("Wrapped Ether", "WETH") {
    /// @notice Who brings ether over the bridge; here the local stack's faucet.
    address public immutable depositor;

    /// @notice Only the depositor may bring ether over.
    error NotDepositor(address caller);

    constructor(address depositor_) {
        depositor = depositor_;
    }

    /// @notice Credits ether that came over the bridge. Only the depositor.
    /// @param depositData `abi.encode(uint256 amount)`, in wei.
    function deposit(address user, bytes calldata depositData) external {
        if (msg.sender != depositor) revert NotDepositor(msg.sender);
        _mint(user, abi.decode(depositData, (uint256)));
    }

    /// @notice Burns the caller's tokens: on Polygon the ether then waits on Ethereum.
    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 current = allowance(owner, spender);
        if (current < value) revert IERC20Errors.ERC20InsufficientAllowance(spender, current, value);
        _approve(owner, spender, current - value, true);
    }
}
