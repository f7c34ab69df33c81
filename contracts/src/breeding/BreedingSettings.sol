// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";
import {IBreeding} from "./IBreeding.sol";
import {SecretTree} from "./SecretTree.sol";

/// @title BreedingSettings
/// @dev Everything that the owner can change, and the operator's commitments.
abstract contract BreedingSettings is IBreeding, Ownable2Step {
    /// @notice The number of ids of one commitment.
    uint256 public constant BATCH = SecretTree.LEAVES;
    /// @notice The highest marketplace share: 10 %.
    uint16 public constant MAX_FEE_BPS = 1_000;

    /// @dev One slot, because each breeding reads all of it.
    struct Settings {
        address feeRecipient;
        uint16 feeBps;
        bool isPaused;
    }

    Settings internal _settings;

    /// @inheritdoc IBreeding
    address public operator;

    /// @dev Roots by batch. A root is fixed once the first id of its batch is used.
    bytes32[] private _roots;
    uint64 internal _lastId;
    /// @dev The lowest breeding whose block hash may still need storing.
    uint64 internal _nextToKeep = 1;

    constructor(address owner_, address operator_, address feeRecipient_, uint16 feeBps_) Ownable(owner_) {
        _setOperator(operator_);
        _setFee(feeRecipient_, feeBps_);
    }

    /// @inheritdoc IBreeding
    function commit(bytes32 root) external returns (uint256 batch) {
        if (msg.sender != operator) revert NotOperator(msg.sender);
        if (root == 0) revert RootMissing();
        batch = _roots.length;
        // Limits a stolen key to one unused batch, which the owner can replace.
        uint256 current = SecretTree.batchOf(nextId());
        if (batch > current + 1) revert CommitTooEarly(batch, current);
        _roots.push(root);
        emit Committed(batch, root);
    }

    /// @inheritdoc IBreeding
    function replaceRoot(uint256 batch, bytes32 root) external onlyOwner {
        if (root == 0) revert RootMissing();
        if (batch * BATCH < _lastId) revert BatchInUse(batch);
        emit RootReplaced(batch, root, _roots[batch]);
        _roots[batch] = root;
    }

    /// @inheritdoc IBreeding
    function setFee(address recipient, uint16 bps) external onlyOwner {
        _setFee(recipient, bps);
    }

    /// @inheritdoc IBreeding
    function setOperator(address operator_) external onlyOwner {
        _setOperator(operator_);
    }

    /// @inheritdoc IBreeding
    function setPaused(bool paused) external onlyOwner {
        _settings.isPaused = paused;
        emit PausedSet(paused);
    }

    /// @inheritdoc IBreeding
    function nextId() public view returns (uint256) {
        return uint256(_lastId) + 1;
    }

    /// @inheritdoc IBreeding
    function batchCount() external view returns (uint256) {
        return _roots.length;
    }

    /// @inheritdoc IBreeding
    function rootOf(uint256 batch) external view returns (bytes32) {
        return _roots[batch];
    }

    /// @inheritdoc IBreeding
    function feeRecipient() external view returns (address) {
        return _settings.feeRecipient;
    }

    /// @inheritdoc IBreeding
    function feeBps() external view returns (uint16) {
        return _settings.feeBps;
    }

    /// @inheritdoc IBreeding
    function isPaused() external view returns (bool) {
        return _settings.isPaused;
    }

    /// @notice Always reverts.
    function renounceOwnership() public pure override {
        revert OwnershipNotRenounceable();
    }

    function _isCommitted(uint256 id) internal view returns (bool) {
        return SecretTree.batchOf(id) < _roots.length;
    }

    function _isSecret(uint256 id, bytes32 secret, bytes32[] calldata proof) internal view returns (bool) {
        return SecretTree.holds(_roots[SecretTree.batchOf(id)], id, secret, proof);
    }

    function _setOperator(address operator_) private {
        if (operator_ == address(0)) revert OperatorMissing();
        operator = operator_;
        emit OperatorSet(operator_);
    }

    function _setFee(address recipient, uint16 bps) private {
        if (recipient == address(0) || recipient == address(this)) revert RecipientNotAllowed(recipient);
        if (bps > MAX_FEE_BPS) revert FeeTooHigh(bps, MAX_FEE_BPS);
        (_settings.feeRecipient, _settings.feeBps) = (recipient, bps);
        emit FeeSet(recipient, bps);
    }
}
