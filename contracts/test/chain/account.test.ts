/** Smart accounts on a real chain by viem alone: no bundler, no paymaster, no deposit. */
import {
  type Address,
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  type Hex,
  http,
  parseEther,
  parseEventLogs,
} from 'viem';
import { entryPoint08Abi } from 'viem/account-abstraction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountAddress, type AccountSigner, encodeCalls } from '../../account/index.ts';
import {
  collection721Abi,
  collectionFactoryAbi,
  seaportAbi,
  smartAccountAbi,
  smartAccountFactoryAbi,
} from '../../abi/index.ts';
import type { Deployment } from '../../script/deploy.ts';
import { ENTRY_POINT_ADDRESS } from '../../script/entry-point.ts';
import { mined } from '../../script/mined.ts';
import { SEAPORT_ADDRESS } from '../../script/seaport.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { accountOf, bundle, signOperation } from './operation.ts';
import { basicOrder, nativeCoin, orderDomain, orderTypes, saleOrder, zeroBytes } from './order.ts';
import { passkey } from './passkey.ts';
import { ann, bob, deployLocal, fee } from './people.ts';

let anvil: Anvil;
let deployment: Deployment;
let phone: AccountSigner;
const client = () => createPublicClient({ transport: http(anvil.rpcUrl) });
const account = (signer = phone, firstKey?: Hex) => accountOf(anvil.rpcUrl, deployment, signer, firstKey);
const act = async (from: Awaited<ReturnType<typeof account>>, ...calls: Parameters<typeof signOperation>[1]) => {
  const receipt = await bundle(anvil.rpcUrl, await signOperation(from, calls));
  const [event] = parseEventLogs({ abi: entryPoint08Abi, logs: receipt.logs, eventName: 'UserOperationEvent' });
  return event!.args.success;
};

/** The account mints a token in its own collection. */
const mint = (to: Address, tokenId: bigint) => ({
  to: deployment.collectionFactory,
  data: encodeFunctionData({
    abi: collectionFactoryAbi,
    functionName: 'createAndMint',
    args: [
      0,
      to,
      'Made with a passkey',
      zeroBytes,
      { to, tokenId, quantity: 1n, digest: `0x${'5a'.repeat(32)}`, royaltyBps: 500, deadline: 4_000_000_000n },
      '0x',
    ],
  }),
});
const collectionOf = (creator: Address) =>
  client().readContract({
    address: deployment.collectionFactory,
    abi: collectionFactoryAbi,
    functionName: 'predict',
    args: [0, creator, 'Made with a passkey', zeroBytes],
  });
const ownerOf = async (collection: Address, tokenId: bigint) =>
  client().readContract({ address: collection, abi: collection721Abi, functionName: 'ownerOf', args: [tokenId] });

beforeAll(async () => {
  anvil = await startAnvil();
  deployment = await deployLocal(anvil.rpcUrl);
  phone = passkey('phone', deployment.passkeyVerifier);
});
afterAll(() => anvil.stop());

test('the address follows from the first key, as the factory computes it', async () => {
  const predicted = await client().readContract({
    address: deployment.accountFactory,
    abi: smartAccountFactoryAbi,
    functionName: 'accountOf',
    args: [phone.key],
  });
  expect(accountAddress(deployment, phone.key)).toBe(predicted);
  expect(await client().getCode({ address: predicted })).toBeUndefined();
});

test('a message signed before the account exists is valid, before and after', async () => {
  const owner = await account(passkey('early', deployment.passkeyVerifier));
  const message = 'Sign in to Skarb';
  const signature = await owner.signMessage({ message });
  const verified = () => client().verifyMessage({ address: owner.address, message, signature });
  expect(await verified()).toBe(true);
  await act(owner, mint(owner.address, 1n));
  expect(await verified()).toBe(true);
  expect(await client().verifyMessage({ address: owner.address, message: 'Something else', signature })).toBe(false);
});

test('a person without any coin deploys the account with the first act, and lists what they minted', async () => {
  const seller = await account();
  expect(await client().getBalance({ address: seller.address })).toBe(0n);
  expect(await act(seller, mint(seller.address, 1n))).toBe(true);
  const collection = await collectionOf(seller.address);
  expect(await ownerOf(collection, 1n)).toBe(seller.address);
  expect(accountAddress(deployment, phone.key)).toBe(seller.address);

  const approve = { abi: collection721Abi, functionName: 'setApprovalForAll', args: [SEAPORT_ADDRESS, true] } as const;
  await act(seller, { to: collection, data: encodeFunctionData(approve) });
  const order = saleOrder({
    seller: seller.address,
    zone: deployment.offerZone,
    collection,
    kind: 721,
    tokenId: 1n,
    quantity: 1n,
    currency: nativeCoin,
    unitPrice: parseEther('1'),
    feeRecipient: fee.address,
    creator: seller.address,
    royaltyBps: 500n,
  });
  const signature = await seller.signTypedData({
    domain: orderDomain(80001),
    types: orderTypes,
    primaryType: 'OrderComponents',
    message: order,
  });
  const hash = await createWalletClient({ account: bob, transport: http(anvil.rpcUrl) }).writeContract({
    chain: null,
    address: SEAPORT_ADDRESS,
    abi: seaportAbi,
    functionName: 'fulfillBasicOrder_efficient_6GL6yc',
    args: [basicOrder(order, signature)],
    value: parseEther('1'),
  });
  await mined(client(), hash, { what: 'the purchase' });
  expect(await ownerOf(collection, 1n)).toBe(bob.address);
  expect(await client().getBalance({ address: seller.address })).toBe(parseEther('0.9'));
});

test('a wallet becomes a key, removes the passkey and sends everything away', async () => {
  const first = passkey('lost phone', deployment.passkeyVerifier);
  const before = await account(first);
  await act(before, mint(before.address, 1n), {
    to: before.address,
    data: encodeFunctionData({ abi: smartAccountAbi, functionName: 'addKey', args: [ann.address] }),
  });
  const wallet: AccountSigner = {
    key: ann.address.toLowerCase() as Hex,
    stub: `0x${'11'.repeat(65)}`,
    sign: (data) => ann.signTypedData(data),
  };
  const after = await account(wallet, first.key);
  expect(after.address).toBe(before.address);
  const collection = await collectionOf(after.address);
  const transfer = { functionName: 'transferFrom', args: [after.address, ann.address, 1n] } as const;
  await act(
    after,
    {
      to: after.address,
      data: encodeFunctionData({ abi: smartAccountAbi, functionName: 'removeKey', args: [first.key] }),
    },
    { to: collection, data: encodeFunctionData({ abi: collection721Abi, ...transfer }) },
  );
  expect(await ownerOf(collection, 1n)).toBe(ann.address);
  await expect(act(before, { to: ann.address })).rejects.toThrow('AA24 signature error');
});

test('a bundle with a spent operation, or with one of another site, is refused', async () => {
  const owner = await account();
  const spent = await signOperation(owner, [{ to: ann.address }]);
  await bundle(anvil.rpcUrl, spent);
  await expect(bundle(anvil.rpcUrl, spent)).rejects.toThrow('AA25 invalid account nonce');
  const elsewhere = await account(passkey('phone', deployment.passkeyVerifier, 'skarb.example'));
  expect(elsewhere.address).toBe(owner.address);
  await expect(bundle(anvil.rpcUrl, await signOperation(elsewhere, []))).rejects.toThrow('AA24 signature error');
});

test('calls are a plain ERC-7821 batch', async () => {
  const owner = await account();
  const isAccepted = await client().readContract({
    address: owner.address,
    abi: smartAccountAbi,
    functionName: 'supportsExecutionMode',
    args: [`0x${encodeCalls([]).slice(10, 74)}`],
  });
  expect(isAccepted).toBe(true);
  expect(deployment.entryPoint).toBe(ENTRY_POINT_ADDRESS);
});
