import { collectionFactoryAbi, erc20Abi } from '@skarb/contracts/abi';
import { mined } from '@skarb/contracts/mined';
import { MINT_TYPES } from '@skarb/schema/mint';
import { createWalletClient, http, parseAbi, parseEther, parseUnits, type Address, type Chain, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operator } from '../../../../local/testing.ts';
import { startTestApi, type TestApi } from '../../testing.ts';

type Person = Awaited<ReturnType<TestApi['person']>>;

let api: TestApi;
let ann: Person;
let bob: Person;
let currencies: Record<string, { uuid: string; address: Address | null }>;
let token: { uuid: string; contract: Address };
beforeAll(async () => {
  api = await startTestApi();
  [ann, bob] = [await api.person(), await api.person()];
  const { data } = (await api.call('GET', '/currency')).body;
  currencies = Object.fromEntries(data.map((currency: { symbol: string }) => [currency.symbol, currency]));
  token = await mintFor(ann);
});
afterAll(() => api?.stop());

const nobody = '0190a4a4-0000-7000-8000-000000000000';
const zero: Hex = `0x${'00'.repeat(32)}`;
const digest: Hex = `0x${'5a'.repeat(32)}`;
const walletOf = (account: Person['account']) =>
  createWalletClient({
    account,
    chain: api.context.chain.public.chain as Chain,
    transport: http(api.chain.rpcUrl),
  });
const done = (hash: Hex) => mined(api.context.chain.public, hash);

/** A real ERC-721 token of the person on chain, with its database row. */
const mintFor = async ({ account, user }: Person): Promise<{ uuid: string; contract: Address }> => {
  const { chain, db, config } = api.context;
  const where = [0, account.address, 'Ann', zero] as const;
  const factory = { address: config.deployment.collectionFactory, abi: collectionFactoryAbi } as const;
  const contract = await chain.public.readContract({ ...factory, functionName: 'predict', args: where });
  const request = { to: account.address, tokenId: 1n, quantity: 1n, digest, royaltyBps: 500, deadline: 4_000_000_000n };
  const signature = await account.signTypedData({
    domain: { name: 'Skarb Collection', version: '1', chainId: 80001, verifyingContract: contract },
    types: MINT_TYPES,
    primaryType: 'MintRequest',
    message: request,
  });
  const payer = walletOf(privateKeyToAccount(operator.key));
  await done(
    await payer.writeContract({ ...factory, functionName: 'createAndMint', args: [...where, request, signature] }),
  );
  await api.chain.fund(account.address, parseEther('10'));
  const { sql } = db;
  await sql`insert into media (cid, kind, mime_type, bytes, width, height, thumbhash) values ('cid', 'image', 'image/png', 1, 1, 1, '')`;
  const [collection] = await sql`insert into collection (uuid, name, network_uuid, creator_uuid, image_hash)
    values (gen_random_uuid(), 'Ann', (select uuid from network), ${user.uuid}, 'cid') returning uuid`;
  const [row] = await sql`
    insert into token (uuid, status, type, name, description, image_hash, metadata_hash, metadata_digest, royalty_bps, quantity, category_uuid,
      collection_uuid, network_uuid, creator_uuid, creator_address, chain_id, contract_address, token_id)
    values (gen_random_uuid(), 'minted', 'ERC721', 'One', 'One', 'cid', 'cid', ${digest}, 500, 1, (select uuid from category limit 1),
      ${collection?.uuid}, (select uuid from network), ${user.uuid}, ${account.address.toLowerCase()}, 80001, ${contract.toLowerCase()}, 1)
    returning uuid`;
  return { uuid: row?.uuid as string, contract };
};

/** An offer row as the trade code writes it; the code under test reads only these columns. */
const offer = async (
  maker: Person,
  values: { type?: string; status?: string; price: bigint; quantity: number; left?: number; currency?: string },
) => {
  const [row] = await api.context.db.sql`
    insert into offer (uuid, type, status, token_uuid, collection_uuid, category_uuid, network_uuid, currency_uuid, maker_uuid, maker,
      price, price_eth, quantity, quantity_left, marketplace_bps, royalty_bps)
    select gen_random_uuid(), ${values.type ?? 'SALE'}, ${values.status ?? 'ACTIVE'}, t.uuid, collection_uuid, category_uuid, network_uuid,
      ${currencies[values.currency ?? 'WETH']?.uuid as string}, ${maker.user.uuid}, ${maker.account.address.toLowerCase()},
      ${String(values.price)}, 1, ${values.quantity}, ${values.left ?? values.quantity}, 1000, 500
    from token t where t.uuid = ${token.uuid} returning uuid`;
  return row?.uuid as string;
};
const get = (person: Person, path: string) => api.call('GET', `/auth/wallet${path}`, { token: person.token });
const post = (person: Person, path: string, body: unknown) =>
  api.call('POST', `/auth/wallet${path}`, { token: person.token, body });

describe('the approval of a token', () => {
  it('is read from the chain, comes as a step, and is complete once the step is sent', async () => {
    expect((await get(ann, `/allowance/nft/marketplace?tokenUuid=${token.uuid}`)).body).toEqual({
      data: { approved: false },
    });
    const { data } = (await post(ann, '/allowance/nft/marketplace', { tokenUuid: token.uuid })).body;
    expect(data).toMatchObject({
      approved: false,
      steps: [
        {
          id: 'approve-nft',
          kind: 'transaction',
          status: 'incomplete',
          chainId: 80001,
          to: token.contract,
          value: '0',
        },
      ],
    });
    const [{ to, data: callData }] = data.steps;
    await done(await walletOf(ann.account).sendTransaction({ to, data: callData }));
    expect((await get(ann, `/allowance/nft/marketplace?tokenUuid=${token.uuid}`)).body.data.approved).toBe(true);
    expect((await post(ann, '/allowance/nft/marketplace', { tokenUuid: token.uuid })).body.data.steps[0].status).toBe(
      'complete',
    );
  });

  it('counts when it was given for that single token only', async () => {
    const wallet = walletOf(ann.account);
    const abi = parseAbi(['function setApprovalForAll(address, bool)', 'function approve(address, uint256)']);
    await done(
      await wallet.writeContract({
        address: token.contract,
        abi,
        functionName: 'setApprovalForAll',
        args: [api.context.config.deployment.seaport, false],
      }),
    );
    expect((await get(ann, `/allowance/nft/marketplace?tokenUuid=${token.uuid}`)).body.data.approved).toBe(false);
    await done(
      await wallet.writeContract({
        address: token.contract,
        abi,
        functionName: 'approve',
        args: [api.context.config.deployment.seaport, 1n],
      }),
    );
    expect((await get(ann, `/allowance/nft/marketplace?tokenUuid=${token.uuid}`)).body.data.approved).toBe(true);
  });

  it('of a token that is not on chain yet responds 422', async () => {
    const { sql } = api.context.db;
    await sql`update token set status = 'minting' where uuid = ${token.uuid}`;
    const answer = await get(ann, `/allowance/nft/marketplace?tokenUuid=${token.uuid}`);
    await sql`update token set status = 'minted' where uuid = ${token.uuid}`;
    expect(answer).toMatchObject({ status: 422, body: { code: 'token.notMinted' } });
  });
});

describe('the allowance of a currency', () => {
  it('is compared with the price of the purchase, and its step allows exactly that amount', async () => {
    const uuid = await offer(ann, { price: parseEther('1.25'), quantity: 10 });
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}`)).body.data).toEqual({
      allowance: '0',
      required: '1.25',
      sufficient: false,
    });
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}&quantity=3`)).body.data.required).toBe('3.75');
    const { data } = (await post(bob, '/allowance/erc20', { offerUuid: uuid, quantity: 3 })).body;
    expect(data).toMatchObject({
      sufficient: false,
      steps: [{ id: 'approve-weth', status: 'incomplete', description: 'Allow the marketplace to spend 3.75 WETH' }],
    });
    await api.chain.fund(bob.account.address, parseEther('10'));
    await done(await walletOf(bob.account).sendTransaction({ to: data.steps[0].to, data: data.steps[0].data }));
    const allowed = await api.context.chain.public.readContract({
      address: currencies.WETH?.address as Address,
      abi: erc20Abi,
      functionName: 'allowance',
      args: [bob.account.address, api.context.config.deployment.seaport],
    });
    expect(allowed).toBe(parseEther('3.75'));
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}&quantity=3`)).body.data).toEqual({
      allowance: '3.75',
      required: '3.75',
      sufficient: true,
    });
    expect((await post(bob, '/allowance/erc20', { offerUuid: uuid, quantity: 3 })).body.data.steps[0].status).toBe(
      'complete',
    );
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}&quantity=4`)).body.data.sufficient).toBe(false);
  });

  it('has the decimals of the currency', async () => {
    const uuid = await offer(ann, { price: parseUnits('12.5', 6), quantity: 1, currency: 'USDC' });
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}`)).body.data.required).toBe('12.5');
  });

  it('of the native coin is never needed', async () => {
    const uuid = await offer(ann, { price: parseEther('5'), quantity: 1, currency: 'POL' });
    expect((await post(bob, '/allowance/erc20', { offerUuid: uuid })).body.data).toEqual({
      sufficient: true,
      steps: [],
    });
  });

  it('for a bid is its whole remaining amount for the maker, and zero for the account that accepts it', async () => {
    const uuid = await offer(bob, { type: 'BID', price: parseEther('2'), quantity: 3, left: 2 });
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}`)).body.data.required).toBe('4');
    expect((await get(ann, `/allowance/erc20?offerUuid=${uuid}`)).body.data).toMatchObject({
      required: '0',
      sufficient: true,
    });
    // An approval replaces the one before, so a purchase includes what the maker's open bids need.
    const sale = await offer(ann, { price: parseEther('5'), quantity: 1 });
    const { steps } = (await post(bob, '/allowance/erc20', { offerUuid: sale })).body.data;
    expect(steps).toMatchObject([{ description: 'Allow the marketplace to spend 9 WETH', status: 'incomplete' }]);
  });

  it('for more units than are left responds 422', async () => {
    const uuid = await offer(ann, { price: 1n, quantity: 10, left: 2 });
    expect(await get(bob, `/allowance/erc20?offerUuid=${uuid}&quantity=3`)).toMatchObject({
      status: 422,
      body: { code: 'offer.tooMany' },
    });
  });

  it("of another user's draft responds 404", async () => {
    const uuid = await offer(ann, { status: 'DRAFT', price: 1n, quantity: 1 });
    expect((await get(bob, `/allowance/erc20?offerUuid=${uuid}`)).status).toBe(404);
    expect((await get(ann, `/allowance/erc20?offerUuid=${uuid}`)).status).toBe(200);
  });
});

describe('the balance', () => {
  it("is the wallet's balance, with its value in dollars to the cent", async () => {
    const { account, token: bearer } = await api.person();
    await api.call('POST', '/dev/faucet', { body: { address: account.address } });
    const balance = async (symbol: string) =>
      (await api.call('GET', `/auth/wallet/balance?currencyUuid=${currencies[symbol]?.uuid}`, { token: bearer })).body
        .data;
    expect(await balance('WETH')).toEqual({
      balance: '10',
      usd: '32000.00',
      currency: { uuid: currencies.WETH?.uuid, name: 'ETH', symbol: 'WETH', decimals: 18 },
    });
    expect(await balance('USDC')).toMatchObject({ balance: '10000', usd: '10000.00' });
    expect(await balance('POL')).toMatchObject({ balance: '100', usd: '50.00' });
  });
});

describe('every wallet call', () => {
  const calls = () =>
    [
      ['GET', `/allowance/nft/marketplace?tokenUuid=${token.uuid}`],
      ['POST', '/allowance/nft/marketplace', { tokenUuid: token.uuid }],
      ['GET', `/balance?currencyUuid=${currencies.WETH?.uuid}`],
    ] as const;

  it('responds 401 to a visitor', async () => {
    for (const [method, path, body] of calls())
      expect((await api.call(method, `/auth/wallet${path}`, { body })).status).toBe(401);
  });

  it('responds 422 wallet.missing to an account without a wallet', async () => {
    const { sql } = api.context.db;
    const without = await api.person();
    await sql`update app_user set metamask_wallet = null where uuid = ${without.user.uuid}`;
    for (const [method, path, body] of calls())
      expect(await api.call(method, `/auth/wallet${path}`, { body, token: without.token })).toMatchObject({
        status: 422,
        body: { code: 'wallet.missing' },
      });
  });

  it('responds 404 for an unknown id, and 400 for a malformed id', async () => {
    for (const path of [
      '/allowance/nft/marketplace?tokenUuid=',
      '/allowance/erc20?offerUuid=',
      '/balance?currencyUuid=',
    ]) {
      expect((await get(bob, path + nobody)).status).toBe(404);
      expect((await get(bob, `${path}1`)).status).toBe(400);
    }
  });
});
