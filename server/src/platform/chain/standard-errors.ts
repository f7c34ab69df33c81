import { parseAbi } from 'viem';

/**
 * Errors of third-party contracts that a trade can surface: standard tokens (ERC-6093 names them for ERC-20, ERC-721 and
 * ERC-1155), OpenZeppelin's and Solady's transfer libraries, Seaport's conduits
 * (seaport-types, ConduitInterface.sol).
 */
export const standardErrors = parseAbi([
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InvalidSender(address sender)',
  'error ERC20InvalidReceiver(address receiver)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidApprover(address approver)',
  'error ERC20InvalidSpender(address spender)',
  'error ERC721InvalidOwner(address owner)',
  'error ERC721NonexistentToken(uint256 tokenId)',
  'error ERC721IncorrectOwner(address sender, uint256 tokenId, address owner)',
  'error ERC721InvalidSender(address sender)',
  'error ERC721InvalidReceiver(address receiver)',
  'error ERC721InsufficientApproval(address operator, uint256 tokenId)',
  'error ERC721InvalidApprover(address approver)',
  'error ERC721InvalidOperator(address operator)',
  'error ERC1155InsufficientBalance(address sender, uint256 balance, uint256 needed, uint256 tokenId)',
  'error ERC1155InvalidSender(address sender)',
  'error ERC1155InvalidReceiver(address receiver)',
  'error ERC1155MissingApprovalForAll(address operator, address owner)',
  'error ERC1155InvalidApprover(address approver)',
  'error ERC1155InvalidOperator(address operator)',
  'error ERC1155InvalidArrayLength(uint256 idsLength, uint256 valuesLength)',
  'error SafeERC20FailedOperation(address token)',
  'error EnforcedPause()',
  'error ReentrancyGuardReentrantCall()',
  'error Reentrancy()',
  'error Unauthorized()',
  'error TransferFailed()',
  'error TransferFromFailed()',
  'error InsufficientAllowance()',
  'error ETHTransferFailed()',
  'error ChannelClosed(address channel)',
  'error ChannelStatusAlreadySet(address channel, bool isOpen)',
  'error InvalidItemType()',
  'error InvalidController()',
]);
