// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Account} from "@openzeppelin/contracts/account/Account.sol";
import {ERC7821} from "@openzeppelin/contracts/account/extensions/draft-ERC7821.sol";
import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {IEntryPoint} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {ERC1155Holder} from "@openzeppelin/contracts/token/ERC1155/utils/ERC1155Holder.sol";
import {ERC721Holder} from "@openzeppelin/contracts/token/ERC721/utils/ERC721Holder.sol";
import {ERC7739} from "@openzeppelin/contracts/utils/cryptography/signers/draft-ERC7739.sol";
import {EIP712} from "@openzeppelin/contracts/utils/cryptography/EIP712.sol";
import {SignatureChecker} from "@openzeppelin/contracts/utils/cryptography/SignatureChecker.sol";
import {LibClone} from "solady/utils/LibClone.sol";
import {Signature} from "../base/Signature.sol";

/// @title SmartAccount
/// @notice A contract wallet with several keys, each of which can act alone. A key is an ERC-7913 signer: a passkey
/// (`verifier ‖ x ‖ y ‖ sha256(rpId)`) or the address of another wallet. Acts are ERC-4337 operations (EntryPoint 0.8)
/// whose call data is an ERC-7821 batch; signatures for other contracts are nested typed data (ERC-1271, ERC-7739).
/// @dev A signature is `uint8(key.length) ‖ key ‖ signature of that key`. No owner, no upgrade, no modules.
contract SmartAccount is Account, ERC7739, ERC7821, ERC721Holder, ERC1155Holder {
    /// @notice The time for which every key can cancel a recovery before it takes effect.
    uint256 public constant RECOVERY_DELAY = 7 days;

    /// @dev The first key's hash is in the clone's code and needs no storage: the map records what differs from it.
    mapping(bytes32 keyHash => bool) private _isChanged;
    /// @dev One less than the number of keys, so that a new account stores nothing.
    uint256 private _moreKeys;

    /// @notice Who may propose a key after a loss; the zero address if nobody may, as in a new account.
    address public guardian;
    /// @notice The time from which {finishRecovery} adds the proposed key; zero if none is proposed.
    uint48 public recoverableAt;
    bytes32 public proposedKeyHash;

    event KeyAdded(bytes32 indexed keyHash, bytes key);
    event KeyRemoved(bytes32 indexed keyHash);
    event GuardianSet(address indexed guardian);
    event RecoveryProposed(bytes32 indexed keyHash, bytes key, uint256 recoverableAt);
    event RecoveryCancelled();

    error KeyNotUsable(bytes key);
    error KeyExists(bytes key);
    error KeyMissing(bytes key);
    error LastKey(bytes key);
    error NotGuardian(address caller);
    error RecoveryNotReady(bytes key);

    constructor() EIP712("Skarb Account", "1") {}

    /// @notice Adds a key. Only the account itself.
    function addKey(bytes calldata key) external onlyEntryPointOrSelf {
        _addKey(key);
    }

    /// @notice Removes a key, unless it is the last. What it signed earlier is no longer valid. Only the account itself.
    function removeKey(bytes calldata key) external onlyEntryPointOrSelf {
        if (!isKey(key)) revert KeyMissing(key);
        if (_moreKeys == 0) revert LastKey(key);
        --_moreKeys;
        bytes32 keyHash = keccak256(key);
        _isChanged[keyHash] = !_isChanged[keyHash];
        emit KeyRemoved(keyHash);
    }

    /// @notice Chooses who may propose a key after a loss (zero: nobody), and cancels a proposal. Only the account itself.
    function setGuardian(address guardian_) external onlyEntryPointOrSelf {
        guardian = guardian_;
        _cancelRecovery();
        emit GuardianSet(guardian_);
    }

    /// @notice Proposes a key, which replaces an earlier proposal. Only the guardian.
    function proposeKey(bytes calldata key) external {
        if (msg.sender != guardian) revert NotGuardian(msg.sender);
        _requireAddable(key);
        proposedKeyHash = keccak256(key);
        recoverableAt = uint48(block.timestamp + RECOVERY_DELAY);
        emit RecoveryProposed(keccak256(key), key, recoverableAt);
    }

    /// @notice Cancels the proposal. Only the account itself and the guardian, whom the person may ask by mail.
    function cancelRecovery() external {
        if (msg.sender != guardian) _checkEntryPointOrSelf();
        _cancelRecovery();
    }

    /// @notice Adds the proposed key once the delay is over. Anyone can call it.
    function finishRecovery(bytes calldata key) external {
        // Without a proposal its hash is zero, which no key has.
        if (block.timestamp < recoverableAt || keccak256(key) != proposedKeyHash) revert RecoveryNotReady(key);
        (recoverableAt, proposedKeyHash) = (0, 0);
        _addKey(key);
    }

    /// @notice Whether a key can act for the account.
    function isKey(bytes memory key) public view returns (bool) {
        bytes32 keyHash = keccak256(key);
        return _isChanged[keyHash] != (keyHash == bytes32(LibClone.argsOnClone(address(this))));
    }

    /// @notice The number of keys; never zero.
    function keyCount() external view returns (uint256) {
        return _moreKeys + 1;
    }

    /// @notice EntryPoint 0.8.
    function entryPoint() public pure override returns (IEntryPoint) {
        return ERC4337Utils.ENTRYPOINT_V08;
    }

    /// @dev The first byte of a signature is the length of the key that made it.
    function _rawSignatureValidation(bytes32 hash, bytes calldata signature) internal view override returns (bool) {
        uint256 end = signature.length == 0 ? 0 : uint256(uint8(signature[0])) + 1;
        if (end == 0 || signature.length < end || !isKey(signature[1:end])) return false;
        bytes calldata own = signature[end:];
        return end == 21
            ? Signature.isOf(address(bytes20(signature[1:])), hash, own)
            : SignatureChecker.isValidSignatureNow(signature[1:end], hash, own);
    }

    /// @dev A wallet that is a key may call {execute} itself, without an operation.
    function _erc7821AuthorizedExecutor(address caller, bytes32, bytes calldata) internal view override returns (bool) {
        return caller == address(entryPoint()) || caller == address(this) || isKey(abi.encodePacked(caller));
    }

    function _addKey(bytes calldata key) private {
        _requireAddable(key);
        ++_moreKeys;
        bytes32 keyHash = keccak256(key);
        // A proposal of it would let anyone add it again after it is removed.
        if (keyHash == proposedKeyHash) _cancelRecovery();
        _isChanged[keyHash] = !_isChanged[keyHash];
        emit KeyAdded(keyHash, key);
    }

    /// @dev Refuses what can never sign: it would count as a key and let the last real one be removed.
    function _requireAddable(bytes calldata key) private view {
        address signer = address(bytes20(key));
        bool isUsable = key.length == 20 ? signer != address(0) : key.length > 20 && signer.code.length != 0;
        if (!isUsable || key.length > type(uint8).max || signer == address(this)) revert KeyNotUsable(key);
        if (isKey(key)) revert KeyExists(key);
    }

    function _cancelRecovery() private {
        if (recoverableAt == 0) return;
        (recoverableAt, proposedKeyHash) = (0, 0);
        emit RecoveryCancelled();
    }
}
