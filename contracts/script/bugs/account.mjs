// See ../mutate.mjs. Files are in src/account.
const account = 'SmartAccount.sol';
const verifier = 'PasskeyVerifier.sol';
/** OpenZeppelin's P256 does not compile without the optimizer. */
export const optimized = [verifier];
/** [the bug, file, text, its replacement, the number of the invariant that must fail (0: any unit test)] */
export const bugs = [
  ['the last key is removed', account, 'if (_moreKeys == 0) revert LastKey(key);', '', 0],
  ['a removed key is still counted', account, '--_moreKeys;', '', 1],
  ['a key is added twice', account, 'if (isKey(key)) revert KeyExists(key);', '', 1],
  [
    'a removed key stays a key',
    account,
    '_isChanged[keyHash] = !_isChanged[keyHash];\n        emit KeyRemoved',
    'emit KeyRemoved',
    3,
  ],
  ['any key acts', account, ' || !isKey(signature[1:end])', '', 2],
  [
    'any signature under a wallet’s name is accepted',
    account,
    'Signature.isOf(address(bytes20(signature[1:])), hash, own)',
    'true',
    0,
  ],
  [
    'any signature under a passkey’s name is accepted',
    account,
    'SignatureChecker.isValidSignatureNow(signature[1:end], hash, own)',
    'true',
    0,
  ],
  ['the length of a key overflows', account, 'uint256(uint8(signature[0])) + 1', '1 + uint8(signature[0])', 0],
  ['anyone executes', account, '|| isKey(abi.encodePacked(caller))', '|| true', 0],
  [
    'anyone adds a key',
    account,
    'addKey(bytes calldata key) external onlyEntryPointOrSelf',
    'addKey(bytes calldata key) external',
    0,
  ],
  [
    'anyone removes a key',
    account,
    'removeKey(bytes calldata key) external onlyEntryPointOrSelf',
    'removeKey(bytes calldata key) external',
    0,
  ],
  [
    'anyone chooses the guardian',
    account,
    'setGuardian(address guardian_) external onlyEntryPointOrSelf',
    'setGuardian(address guardian_) external',
    0,
  ],
  ['anyone proposes a key', account, 'if (msg.sender != guardian) revert NotGuardian(msg.sender);', '', 2],
  ['anyone cancels a recovery', account, 'if (msg.sender != guardian) _checkEntryPointOrSelf();', '', 0],
  ['a recovery does not wait', account, 'block.timestamp < recoverableAt || ', '', 2],
  ['a recovery waits for a day', account, 'RECOVERY_DELAY = 7 days', 'RECOVERY_DELAY = 1 days', 4],
  ['a recovery adds any key', account, ' || keccak256(key) != proposedKeyHash', '', 2],
  [
    'a proposal stays after its recovery',
    account,
    '(recoverableAt, proposedKeyHash) = (0, 0);\n        _addKey(key);',
    '_addKey(key);',
    4,
  ],
  [
    'a proposal stays when the guardian is replaced',
    account,
    '_cancelRecovery();\n        emit GuardianSet',
    'emit GuardianSet',
    4,
  ],
  ['the account is its own key', account, ' || signer == address(this)', '', 0],
  ['a verifier without code is accepted', account, ' && signer.code.length != 0', '', 0],
  [
    'a passkey of another site is accepted',
    verifier,
    ' || bytes32(auth.authenticatorData) != bytes32(key[64:])',
    '',
    0,
  ],
  [
    'the person need not be verified',
    verifier,
    'is ERC7913WebAuthnVerifier {',
    'is ERC7913WebAuthnVerifier {\n    function _requireUV() internal pure override returns (bool) {\n        return false;\n    }',
    0,
  ],
  [
    'the address does not follow from the key',
    'SmartAccountFactory.sol',
    '(existed, account) = LibClone.createDeterministicClone(implementation, abi.encodePacked(keccak256(key)), 0)',
    '(existed, account) = LibClone.createDeterministicClone(implementation, abi.encodePacked(keccak256(key)), bytes32(block.timestamp))',
    0,
  ],
];
