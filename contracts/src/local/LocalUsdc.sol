// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/IERC20Permit.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

/// @title LocalUsdc
/// @notice USD Coin for the local chain, with the behaviour of Circle's token on Polygon: 6 decimals, permit with domain version 2,
/// a minter, and a blacklist whose members can neither send, receive nor approve. transferFrom reduces every allowance, also
/// the maximum, without an Approval event.
contract LocalUsdc is ERC20("USD Coin", "USDC"), EIP712("USD Coin", "2"), Ownable, Nonces, IERC20Permit {
    bytes32 private constant PERMIT_TYPEHASH =
        keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");

    /// @notice The account that can mint: the local stack's faucet.
    address public immutable minter;

    /// @notice Whether an account is frozen.
    mapping(address account => bool) public isBlacklisted;

    event Blacklisted(address indexed account);
    event UnBlacklisted(address indexed account);

    /// @notice Only the minter can mint.
    error NotMinter(address caller);
    /// @notice The account is frozen.
    error AccountBlacklisted(address account);
    /// @notice The deadline of the permit has passed.
    error PermitExpired(uint256 deadline);
    /// @notice The owner did not sign the permit.
    error InvalidPermitSignature(address owner);

    constructor(address minter_) Ownable(minter_) {
        minter = minter_;
    }

    /// @notice Mints. Only the minter.
    function mint(address to, uint256 amount) external {
        if (msg.sender != minter) revert NotMinter(msg.sender);
        _mint(to, amount);
    }

    /// @notice Freezes an account. Only the owner.
    function blacklist(address account) external onlyOwner {
        isBlacklisted[account] = true;
        emit Blacklisted(account);
    }

    /// @notice Unfreezes an account. Only the owner.
    function unBlacklist(address account) external onlyOwner {
        isBlacklisted[account] = false;
        emit UnBlacklisted(account);
    }

    /// @inheritdoc IERC20Permit
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s)
        external
    {
        if (block.timestamp > deadline) revert PermitExpired(deadline);
        bytes32 structHash = keccak256(abi.encode(PERMIT_TYPEHASH, owner, spender, value, _useNonce(owner), deadline));
        if (!SignatureChecker.isValidSignatureNow(owner, _hashTypedDataV4(structHash), abi.encodePacked(r, s, v))) {
            revert InvalidPermitSignature(owner);
        }
        _approve(owner, spender, value);
    }

    /// @inheritdoc IERC20Permit
    function nonces(address owner) public view override(Nonces, IERC20Permit) returns (uint256) {
        return super.nonces(owner);
    }

    /// @inheritdoc IERC20Permit
    // solhint-disable-next-line func-name-mixedcase
    function DOMAIN_SEPARATOR() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    /// @notice Base units are millionths.
    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _update(address from, address to, uint256 value) internal override {
        _refuseBlacklisted(msg.sender);
        _refuseBlacklisted(from);
        _refuseBlacklisted(to);
        super._update(from, to, value);
    }

    function _approve(address owner, address spender, uint256 value, bool emitEvent) internal override {
        _refuseBlacklisted(owner);
        _refuseBlacklisted(spender);
        super._approve(owner, spender, value, emitEvent);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal override {
        uint256 current = allowance(owner, spender);
        if (current < value) revert IERC20Errors.ERC20InsufficientAllowance(spender, current, value);
        _approve(owner, spender, current - value, false);
    }

    function _refuseBlacklisted(address account) private view {
        if (isBlacklisted[account]) revert AccountBlacklisted(account);
    }
}
