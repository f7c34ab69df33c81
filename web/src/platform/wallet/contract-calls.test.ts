import { breedingAbi } from '../../../../contracts/abi/breeding.ts';
import { seaportAbi as eventAbi } from '../../../../contracts/abi/seaport.ts';
import {
  encodeAbiParameters,
  encodeEventTopics,
  encodeFunctionData,
  erc1155Abi,
  erc20Abi,
  erc721Abi,
  parseAbi,
} from 'viem';
import { expect, it } from 'vitest';
import { encodeCall, ordersFilledBy, SEAPORT } from './contract-calls.ts';

// Seaport 1.6, SeaportInterface.sol.
const seaportAbi = parseAbi([
  'function getOrderStatus(bytes32 orderHash) view returns (bool isValidated, bool isCancelled, uint256 totalFilled, uint256 totalSize)',
  'function getCounter(address offerer) view returns (uint256 counter)',
]);
const OWNER = '0x8ba1f109551bD432803012645Ac136ddd64DBA72';
const HASH = `0x${'5a'.repeat(32)}` as const;

it('encodes each call as the ABIs have it', () => {
  const of = encodeFunctionData;
  expect(encodeCall('balanceOf', OWNER)).toBe(of({ abi: erc20Abi, functionName: 'balanceOf', args: [OWNER] }));
  expect(encodeCall('allowance', OWNER, SEAPORT)).toBe(
    of({ abi: erc20Abi, functionName: 'allowance', args: [OWNER, SEAPORT] }),
  );
  expect(encodeCall('approve', SEAPORT, 10n ** 18n)).toBe(
    of({ abi: erc20Abi, functionName: 'approve', args: [SEAPORT, 10n ** 18n] }),
  );
  expect(encodeCall('ownerOf', 7n)).toBe(of({ abi: erc721Abi, functionName: 'ownerOf', args: [7n] }));
  expect(encodeCall('getApproved', 7n)).toBe(of({ abi: erc721Abi, functionName: 'getApproved', args: [7n] }));
  expect(encodeCall('isApprovedForAll', OWNER, SEAPORT)).toBe(
    of({ abi: erc721Abi, functionName: 'isApprovedForAll', args: [OWNER, SEAPORT] }),
  );
  expect(encodeCall('setApprovalForAll', SEAPORT, true)).toBe(
    of({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [SEAPORT, true] }),
  );
  expect(encodeCall('unitsOf', OWNER, 7n)).toBe(of({ abi: erc1155Abi, functionName: 'balanceOf', args: [OWNER, 7n] }));
  expect(encodeCall('getOrderStatus', HASH)).toBe(
    of({ abi: seaportAbi, functionName: 'getOrderStatus', args: [HASH] }),
  );
  expect(encodeCall('breed', OWNER, 7n, 8n, 10n ** 18n)).toBe(
    of({ abi: breedingAbi, functionName: 'breed', args: [OWNER, 7n, 8n, 10n ** 18n] }),
  );
  expect(encodeCall('getCounter', OWNER)).toBe(of({ abi: seaportAbi, functionName: 'getCounter', args: [OWNER] }));
});

it('reads the orders that a transaction filled from the logs of Seaport alone', () => {
  const [topic] = encodeEventTopics({ abi: eventAbi, eventName: 'OrderFulfilled', args: { offerer: OWNER } });
  const data = encodeAbiParameters([{ type: 'bytes32' }, { type: 'address' }], [HASH, OWNER]);
  const filled = { address: SEAPORT.toLowerCase(), topics: [topic as string], data };
  const other = encodeEventTopics({ abi: eventAbi, eventName: 'OrderCancelled', args: { offerer: OWNER } });
  const logs = [filled, { ...filled, address: OWNER }, { ...filled, topics: [other[0] as string] }];
  expect(ordersFilledBy(logs)).toEqual([HASH]);
});
