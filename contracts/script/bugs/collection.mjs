// See ../mutate.mjs. Files are in src/collection.
const base = 'CollectionBase.sol';
const pieces = 'Collection721.sol';
/** [the bug, file, text, its replacement, the number of the invariant that must fail (0: any unit test)] */
export const bugs = [
  ['an id is minted twice', base, 'if (digestOf(tokenId) != 0) revert TokenAlreadyMinted(tokenId);', '', 1],
  ['anyone mints', base, 'if (range == OWN_RANGE) revert NotCreator(msg.sender, creator_);', '', 3],
  ['the royalty has no cap', base, 'if (royaltyBps > ROYALTY_CAP_BPS) revert', 'if (false) revert', 4],
  ['ids have no ranges', pieces, 'if (tokenId >> RANGE_BITS == range) return;', 'if (true) return;', 5],
  ['a range is given twice', pieces, 'state.range = ++_lastRange;', 'state.range = _lastRange = 1;', 5],
  [
    'a minter allowed again gets another range',
    pieces,
    'if (state.range == 0) state.range = ++_lastRange;',
    'state.range = ++_lastRange;',
    5,
  ],
  ['a dismissed minter mints for ever', pieces, 'block.timestamp < minter.endsAt ?', 'minter.endsAt != 0 ?', 0],
  [
    'a dismissal takes effect at once',
    pieces,
    'uint40(block.timestamp + REVOCATION_DELAY)',
    'uint40(block.timestamp)',
    5,
  ],
  ['a second dismissal starts the delay again', pieces, '} else if (state.endsAt == FOREVER) {', '} else {', 0],
  [
    'a dismissed minter is still trusted with what is new',
    pieces,
    'return _minters[account].endsAt == FOREVER;',
    'return block.timestamp < _minters[account].endsAt;',
    0,
  ],
  [
    'a piece is transferred to the auction house without terms',
    pieces,
    'if (to == escrow && msg.sig == this.transferFrom.selector) revert TermsMissing(to);',
    '',
    0,
  ],
  ['a piece is minted into the auction house', pieces, 'if (to == escrow) revert TermsMissing(to);', '', 0],
  ['coins are taken', pieces, 'if (msg.value != 0) revert PaymentNotAccepted();', '', 0],
  [
    'the factory asks for no house',
    'CollectionFactory.sol',
    'if (escrow.code.length == 0) revert EscrowMissing(escrow);',
    '',
    0,
  ],
  [
    'an account with code cannot sign with its key',
    '../base/Signature.sol',
    'if (ECDSA.tryRecoverCalldata(hash, signature) == signer) return true;',
    'if (signer.code.length == 0) return ECDSA.tryRecoverCalldata(hash, signature) == signer;',
    0,
  ],
  [
    'a contract cannot sign',
    '../base/Signature.sol',
    'return signer.code.length != 0\n            && SignatureCheckerLib.isValidERC1271SignatureNowCalldata(signer, hash, signature);',
    'return false;',
    0,
  ],
  ['nobody signs for nobody', '../base/Signature.sol', 'if (signer == address(0)) return false;', '', 0],
  ['a name breaks its JSON', base, 'LibString.escapeJSON(_name())', '_name()', 0],
  ['the creator is read off the wrong place', base, 'ARGUMENTS_AT = 0x2d', 'ARGUMENTS_AT = 0x2c', 0],
];
