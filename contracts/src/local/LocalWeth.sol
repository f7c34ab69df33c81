// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

/// @title LocalWeth
/// @notice Wrapped Ether for the local chain, with the behaviour of Polygon's WETH, which is a bridged token and not WETH9: it cannot
/// wrap, `withdraw` burns (the ether is paid out on Ethereum), there is no permit, and every transferFrom reduces the
/// allowance, also the maximum, and emits an Approval.
contract LocalWeth is ERC20("Wrapped Ether", "WETH") {
    /// @notice The account that deposits bridged ether: the local stack's faucet.
    address public immutable depositor;

    /// @notice Only the depositor can deposit.
    error NotDepositor(address caller);

    constructor(address depositor_) {
        depositor = depositor_;
    }

    /// @notice Credits bridged ether. Only the depositor.
    /// @param depositData `abi.encode(uint256 amount)`, in wei.
    function deposit(address user, bytes calldata depositData) external {
        if (msg.sender != depositor) revert NotDepositor(msg.sender);
        _mint(user, abi.decode(depositData, (uint256)));
    }

    /// @notice Burns the caller's tokens. On Polygon the ether is then paid out on Ethereum.
    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 current = allowance(owner, spender);
        if (current < value) revert IERC20Errors.ERC20InsufficientAllowance(spender, current, value);
        _approve(owner, spender, current - value, true);
    }
}
