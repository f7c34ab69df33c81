import { expect, test } from '@playwright/test';
import { Person } from '@skarb/local/person.ts';
import * as devCalls from '@skarb/schema/calls/dev';
import * as breedingCalls from '@skarb/schema/calls/breeding';
import * as tokenCalls from '@skarb/schema/calls/token';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import {
  mailTo,
  PASSWORD,
  registered,
  request as call,
  signedMessage,
  signInByWallet,
  totp,
  type Asking,
  type Json,
} from '../api.ts';
import { stack } from '../chain.ts';
import { makePair, makeToken, offerOf, picture, reference, until } from '../people.ts';

const NOBODY = '0190a4a4-0000-7000-8000-000000000000';

/** What the examples act on: a creator with tokens, a buyer, and results of earlier examples. */
const makeWorld = async () => {
  const { apiUrl, rpcUrl } = stack();
  const make = async () => {
    const account = privateKeyToAccount(generatePrivateKey());
    const person = new Person({ apiUrl, rpcUrl, account });
    await person.signIn();
    await person.call(devCalls.faucet, { body: { address: person.address } });
    return { person, account, token: (await signInByWallet(account)).accessToken };
  };
  const [creator, buyer] = [await make(), await make()];
  const { networkUuid, categoryUuid, currency } = await reference(creator.person);
  const edition = await makeToken(creator.person, { quantity: 5, royalty: 5 });
  const { collection } = (await creator.person.call(tokenCalls.show, { params: { id: edition.uuid } })).data;
  const file = new File([new Uint8Array(await picture())], 'a.png', { type: 'image/png' });
  return { creator, buyer, networkUuid, categoryUuid, weth: currency('WETH').uuid, edition, collection, file };
};
type World = Awaited<ReturnType<typeof makeWorld>> & {
  mail?: Awaited<ReturnType<typeof registered>>;
  secret?: string;
  recovery?: string[];
  draft?: Json;
  sale?: Json;
  bid?: Json;
  txHash?: string;
  order?: Json;
  pair?: { collection: string; tokens: string[] };
  breeding?: Json;
};
type Example = Asking & { path: string; keep?: (data: Json) => void };

const fresh = () => `walk.${Date.now()}.${Math.random().toString(36).slice(2)}@example.com`;
const phone = `+38067${String(Date.now()).slice(-7)}`;
/** Waits until the sale of the world can be bought. */
const forSale = (w: World) =>
  until(
    () => offerOf(w.creator.person, w.sale.uuid),
    ({ status }) => status === 'ACTIVE',
    'the sale',
  );
/** A form that creates a work. */
const newDraft = async (w: World) => ({
  path: '/token',
  token: w.creator.token,
  form: {
    name: 'A walk',
    description: 'By a test.',
    networkUuid: w.networkUuid,
    collectionUuid: w.collection.uuid,
    categoryUuid: w.categoryUuid,
    properties: JSON.stringify([{ name: 'Mood', value: '7' }]),
    file: new File([new Uint8Array(await picture())], 'b.png', { type: 'image/png' }),
  },
});
/** The token of a reset link. */
const resetToken = async (): Promise<string> => {
  const { email } = await registered();
  await call('POST', '/auth/reset-password/request', { json: { email } });
  return decodeURIComponent(await mailTo(email, /reset-password\/([^\s?]+)/));
};
/** Signs the step that requests a signature. */
const signatureOf = (account: World['creator']['account'], { steps }: Json): Promise<`0x${string}`> => {
  const { typedData } = steps.find(({ kind }: Json) => kind === 'signature');
  const { EIP712Domain: _, ...types } = typedData.types;
  return account.signTypedData({ ...typedData, types });
};
const paired = async (w: World) => (w.pair ??= await makePair(w.creator.person));
const mailed = async (w: World) => (w.mail ??= await registered());

/** One valid call for each path and method of the document, ordered so that each finds the data it needs. */
const EXAMPLES: Record<string, (w: World) => Promise<Example> | Example> = {
  'GET /health': () => ({ path: '/health' }),
  'GET /ready': () => ({ path: '/ready' }),
  'GET /price': () => ({ path: '/price' }),
  'GET /token/{id}/chart': (w) => ({ path: `/token/${w.edition.uuid}/chart` }),
  'GET /collection/trending': () => ({ path: '/collection/trending?period=7d' }),
  'GET /activity': (w) => ({ path: `/activity?kind=MINT&kind=SALE&collectionUuid=${w.collection.uuid}` }),
  'GET /front-page': () => ({ path: '/front-page' }),
  'GET /artist': () => ({ path: '/artist?search=a&sortBy=followers:DESC&limit=2' }),
  'POST /follow/{id}': (w) => ({ path: `/follow/${w.creator.person.uuid}`, token: w.buyer.token }),
  'GET /follow': (w) => ({ path: '/follow?limit=10', token: w.buyer.token }),
  'GET /feed': (w) => ({ path: '/feed?limit=10', token: w.buyer.token }),
  'DELETE /follow/{id}': (w) => ({ path: `/follow/${w.collection.uuid}`, token: w.buyer.token }),
  'GET /collection/{id}/chart': (w) => ({ path: `/collection/${w.collection.uuid}/chart?range=week` }),
  'POST /bundler': () => ({ path: '/bundler', json: { jsonrpc: '2.0', id: 1, method: 'eth_supportedEntryPoints' } }),
  'GET /onramp': () => ({ path: '/onramp' }),
  'POST /onramp/order': (w) => ({
    path: '/onramp/order',
    token: w.buyer.token,
    json: { currencyUuid: w.weth, amount: '0.25', returnTo: `/nfts/${w.edition.uuid}` },
    keep: (data) => (w.order = data),
  }),
  'GET /onramp/order': (w) => ({ path: '/onramp/order?limit=5', token: w.buyer.token }),
  'GET /onramp/order/{id}': (w) => ({ path: `/onramp/order/${w.order.uuid}`, token: w.buyer.token }),
  'GET /page/{name}': () => ({ path: '/page/help?lng=ukr' }),
  'GET /category': () => ({ path: '/category' }),
  'GET /currency': (w) => ({ path: `/currency?networkUuid=${w.networkUuid}` }),
  'GET /network': () => ({ path: '/network' }),
  'POST /locales/add/{lng}/{ns}': () => ({ path: '/locales/add/en/common', json: { 'walk.key': 'walk' } }),
  'POST /dev/faucet': (w) => ({ path: '/dev/faucet', json: { address: w.buyer.account.address } }),
  'GET /dev/contracts': () => ({ path: '/dev/contracts' }),
  'GET /dev/mail': () => ({ path: '/dev/mail' }),

  'POST /auth/register/email': () => ({ path: '/auth/register/email', json: { email: fresh(), password: PASSWORD } }),
  'POST /auth/confirm/email': async () => {
    const email = fresh();
    await call('POST', '/auth/register/email', { json: { email, password: PASSWORD } });
    const token = await mailTo(email, /confirmation\?token=([^\s&]+)/);
    return { path: '/auth/confirm/email', json: { token: decodeURIComponent(token) } };
  },
  'POST /auth/login': async (w) => ({
    path: '/auth/login',
    json: { email: (await mailed(w)).email, password: PASSWORD },
  }),
  'GET /auth/google': () => ({ path: '/auth/google' }),
  'GET /auth/wallet/nonce': (w) => ({ path: `/auth/wallet/nonce?address=${w.creator.account.address}` }),
  'POST /auth/login/wallet': async (w) => ({
    path: '/auth/login/wallet',
    json: await signedMessage(w.creator.account),
  }),
  'POST /auth/connect-metamask': async (w) => ({
    path: '/auth/connect-metamask',
    token: (await mailed(w)).accessToken,
    json: await signedMessage(privateKeyToAccount(generatePrivateKey())),
  }),
  'POST /auth/refresh': async () => ({
    path: '/auth/refresh',
    json: { refreshToken: (await registered()).refreshToken },
  }),
  'POST /auth/logout': async () => ({
    path: '/auth/logout',
    json: { refreshToken: (await registered()).refreshToken },
  }),
  'GET /auth/me': (w) => ({ path: '/auth/me', token: w.creator.token }),
  'GET /auth/profile/{id}': (w) => ({ path: `/auth/profile/${w.creator.person.uuid}` }),
  'PUT /auth/profile': (w) => ({
    path: '/auth/profile',
    token: w.creator.token,
    form: { bio: 'Walks', avatar: w.file },
  }),
  'PUT /auth/settings': (w) => ({
    path: '/auth/settings',
    token: w.creator.token,
    json: { language: 'ukr', displayCurrency: 'UAH' },
  }),
  'POST /auth/reset-password/request': async (w) => ({
    path: '/auth/reset-password/request',
    json: { email: (await mailed(w)).email },
  }),
  'POST /auth/reset-password/link': async () => ({
    path: '/auth/reset-password/link',
    json: { token: await resetToken() },
  }),
  'POST /auth/reset-password': async () => ({
    path: '/auth/reset-password',
    json: { token: await resetToken(), password: `${PASSWORD} 2` },
  }),
  'POST /auth/password': async (w) => ({
    path: '/auth/password',
    token: (await mailed(w)).accessToken,
    json: { currentPassword: PASSWORD, password: PASSWORD },
  }),
  'POST /auth/step-up': async () => ({
    path: '/auth/step-up',
    token: (await registered()).accessToken,
    json: { password: PASSWORD },
  }),
  'POST /auth/export': async () => ({ path: '/auth/export', token: (await registered()).accessToken, json: {} }),
  'GET /auth/deletion': (w) => ({ path: '/auth/deletion', token: w.buyer.token }),
  'POST /auth/deletion': async () => ({
    path: '/auth/deletion',
    token: (await registered()).accessToken,
    json: {},
  }),
  'DELETE /auth/deletion': (w) => ({ path: '/auth/deletion', token: w.buyer.token }),
  'POST /auth/undo': async () => {
    const { email, accessToken } = await registered();
    await call('POST', '/auth/password', {
      token: accessToken,
      json: { currentPassword: PASSWORD, password: `${PASSWORD} 2` },
    });
    return { path: '/auth/undo', json: { token: await mailTo(email, /undo\/([\w-]+)/) } };
  },
  'POST /auth/two-factor/setup': async (w) => ({
    path: '/auth/two-factor/setup',
    token: (await mailed(w)).accessToken,
    json: {},
    keep: (data) => (w.secret = data.secret),
  }),
  'POST /auth/two-factor/enable': async (w) => ({
    path: '/auth/two-factor/enable',
    token: (await mailed(w)).accessToken,
    json: { code: totp(w.secret ?? '') },
    keep: (data) => (w.recovery = data.recoveryCodes),
  }),
  'GET /auth/two-factor': (w) => ({ path: '/auth/two-factor', token: w.buyer.token }),
  'POST /auth/two-factor/recovery-codes': async (w) => ({
    path: '/auth/two-factor/recovery-codes',
    token: (await mailed(w)).accessToken,
    json: { code: w.recovery?.[0] },
    keep: (data) => (w.recovery = data.recoveryCodes),
  }),
  'POST /auth/two-factor/disable': async (w) => ({
    path: '/auth/two-factor/disable',
    token: (await mailed(w)).accessToken,
    json: { code: w.recovery?.[0] },
  }),
  'POST /auth/phone': async (w) => ({
    path: '/auth/phone',
    token: (await mailed(w)).accessToken,
    json: { phoneNumber: phone },
  }),
  'POST /auth/phone/confirm': async (w) => ({
    path: '/auth/phone/confirm',
    token: (await mailed(w)).accessToken,
    json: { code: await mailTo(phone, /\b(\d{6})\b/) },
  }),
  'DELETE /auth/phone': async (w) => ({ path: '/auth/phone', token: (await mailed(w)).accessToken }),
  'GET /account/key': (w) => ({ path: '/account/key', token: w.creator.token }),
  'GET /account/recovery': (w) => ({ path: '/account/recovery', token: w.creator.token }),
  'POST /auth/passkey/register/options': () => ({ path: '/auth/passkey/register/options', json: {} }),
  'POST /auth/passkey/login/options': () => ({ path: '/auth/passkey/login/options', json: {} }),
  'GET /auth/way': async (w) => ({ path: '/auth/way', token: (await mailed(w)).accessToken }),
  'DELETE /auth/way/{id}': async (w) => {
    const { accessToken: token } = await mailed(w);
    const json = await signedMessage(privateKeyToAccount(generatePrivateKey()));
    await call('POST', '/auth/connect-metamask', { token, json });
    return { path: '/auth/way/wallet', token };
  },
  'GET /auth/session': async (w) => ({ path: '/auth/session', token: (await mailed(w)).accessToken }),
  'DELETE /auth/session/{id}': async (w) => {
    const { email, accessToken } = await mailed(w);
    await call('POST', '/auth/login', { json: { email, password: PASSWORD } });
    const sessions = (await call('GET', '/auth/session', { token: accessToken })).body.data as Json[];
    return {
      path: `/auth/session/${sessions.find(({ isCurrent }) => !isCurrent)?.uuid}`,
      token: accessToken,
    };
  },
  'DELETE /auth/session': async (w) => ({ path: '/auth/session', token: (await mailed(w)).accessToken }),

  'POST /collection': (w) => ({
    path: '/collection',
    token: w.creator.token,
    form: { name: 'Walk', file: w.file },
  }),
  'PUT /collection/{id}': (w) => ({
    path: `/collection/${w.collection.uuid}`,
    token: w.creator.token,
    form: { text: JSON.stringify({ en: 'Walks.', ukr: 'Прогулянки.' }) },
  }),
  'GET /collection': () => ({ path: '/collection?sortBy=volume:DESC' }),
  'GET /collection/{id}/trait': (w) => ({ path: `/collection/${w.collection.uuid}/trait` }),
  'GET /collection/{id}/holder': (w) => ({ path: `/collection/${w.collection.uuid}/holder` }),
  'GET /search': () => ({ path: '/search?q=river' }),
  'GET /collection/{id}': (w) => ({ path: `/collection/${w.collection.uuid}` }),
  'POST /token': async (w) => ({ ...(await newDraft(w)), keep: (data) => (w.draft = data) }),
  'PUT /token/{id}': async (w) => ({
    path: `/token/${w.draft.uuid}`,
    token: w.creator.token,
    json: { signature: await signatureOf(w.creator.account, w.draft) },
  }),
  'DELETE /token/{id}': async (w) => {
    const { path, ...draft } = await newDraft(w);
    const { uuid } = (await call('POST', path, draft)).body.data as Json;
    return { path: `/token/${uuid}`, token: w.creator.token };
  },
  'GET /token': () => ({ path: '/token?onSale=true&sortBy=price:ASC' }),
  'GET /token/{id}': (w) => ({ path: `/token/${w.edition.uuid}` }),
  'GET /token/{id}/history': (w) => ({ path: `/token/${w.edition.uuid}/history` }),
  'GET /token/on-sale/{id}': (w) => ({ path: `/token/on-sale/${w.creator.person.uuid}` }),
  'POST /token/{id}/favorite': (w) => ({ path: `/token/${w.edition.uuid}/favorite`, token: w.buyer.token }),
  'DELETE /token/{id}/favorite': (w) => ({ path: `/token/${w.edition.uuid}/favorite`, token: w.buyer.token }),
  'POST /token/{id}/refresh': (w) => ({ path: `/token/${w.edition.uuid}/refresh`, json: {} }),

  'POST /token/send': (w) => ({
    path: '/token/send',
    token: w.creator.token,
    json: { items: [{ tokenUuid: w.edition.uuid, to: w.buyer.account.address, quantity: 2 }] },
  }),

  'GET /auth/wallet/promised': (w) => ({
    path: `/auth/wallet/promised?currencyUuid=${w.weth}`,
    token: w.buyer.token,
  }),
  'GET /auth/wallet/balance': (w) => ({
    path: `/auth/wallet/balance?currencyUuid=${w.weth}`,
    token: w.buyer.token,
  }),
  'GET /auth/wallet/credit': (w) => ({ path: '/auth/wallet/credit', token: w.buyer.token }),
  'GET /auth/wallet/gas-drop': (w) => ({ path: '/auth/wallet/gas-drop', token: w.buyer.token }),
  'POST /auth/wallet/gas-drop': (w) => ({ path: '/auth/wallet/gas-drop', token: w.buyer.token }),
  'GET /auth/wallet/holdings': (w) => ({ path: '/auth/wallet/holdings', token: w.buyer.token }),
  'GET /auth/wallet/transfer': (w) => ({
    path: `/auth/wallet/transfer?currencyUuid=${w.weth}&amount=0.001&to=${w.creator.account.address}`,
    token: w.buyer.token,
  }),
  'GET /auth/wallet/allowance/nft/marketplace': (w) => ({
    path: `/auth/wallet/allowance/nft/marketplace?tokenUuid=${w.edition.uuid}`,
    token: w.creator.token,
  }),
  'POST /auth/wallet/allowance/nft/marketplace': (w) => ({
    path: '/auth/wallet/allowance/nft/marketplace',
    token: w.creator.token,
    json: { tokenUuid: w.edition.uuid },
    keep: (data) => (w.draft = data),
  }),
  'POST /transaction': async (w) => {
    w.txHash = await w.creator.person.transact(w.draft.steps[0]);
    return { path: '/transaction', json: { txHash: w.txHash, chainId: w.draft.steps[0].chainId } };
  },
  'GET /transaction/{txHash}': (w) => ({ path: `/transaction/${w.txHash}` }),
  'GET /transaction/refusal': () => ({ path: '/transaction/refusal?data=0x' }),
  'POST /offer/{id}': (w) => ({
    path: `/offer/${w.edition.uuid}`,
    token: w.creator.token,
    json: { type: 'SALE', price: '0.25', currencyUuid: w.weth, quantity: 3 },
    keep: (data) => (w.sale = data),
  }),
  'PUT /offer/{id}': async (w) => ({
    path: `/offer/${w.sale.uuid}`,
    token: w.creator.token,
    json: { signature: await signatureOf(w.creator.account, w.sale) },
  }),
  'GET /offer': () => ({ path: '/offer?type=SALE&sortBy=price:ASC' }),
  'GET /offer/{id}': (w) => ({ path: `/offer/${w.sale.uuid}`, token: w.buyer.token }),
  'GET /offer/{id}/history': (w) => ({ path: `/offer/${w.sale.uuid}/history` }),
  'GET /offer/{id}/order': (w) => ({ path: `/offer/${w.sale.uuid}/order` }),
  'GET /auth/wallet/allowance/erc20': (w) => ({
    path: `/auth/wallet/allowance/erc20?offerUuid=${w.sale.uuid}`,
    token: w.buyer.token,
  }),
  'POST /auth/wallet/allowance/erc20': (w) => ({
    path: '/auth/wallet/allowance/erc20',
    token: w.buyer.token,
    json: { offerUuid: w.sale.uuid },
  }),
  'POST /offer/{id}/purchase': async (w) => {
    await forSale(w);
    return { path: `/offer/${w.sale.uuid}/purchase`, token: w.buyer.token, json: { quantity: 2 } };
  },
  'POST /cart/quote': (w) => ({ path: '/cart/quote', json: { items: [{ offerUuid: w.sale.uuid, quantity: 2 }] } }),
  'POST /cart/purchase': async (w) => {
    await forSale(w);
    const json = { items: [{ offerUuid: w.sale.uuid, quantity: 2 }], recipient: w.creator.account.address };
    return { path: '/cart/purchase', token: w.buyer.token, json };
  },
  'PUT /breeding/collection/{id}': async (w) => ({
    path: `/breeding/collection/${(await paired(w)).collection}`,
    token: w.creator.token,
    json: { baseFee: '0.01' },
  }),
  'GET /breeding/collection/{id}': async (w) => {
    const path = `/breeding/collection/${w.pair?.collection}`;
    const opened = await call('PUT', path, { token: w.creator.token, json: { baseFee: '0.01' } });
    await w.creator.person.run(opened.body.steps);
    await until(
      () => w.creator.person.call(breedingCalls.terms, { params: { id: w.pair?.collection ?? '' } }),
      ({ data }) => data?.members === 2,
      'both to have genes',
    );
    return { path, token: w.creator.token };
  },
  'GET /breeding/collection': () => ({ path: '/breeding/collection?sortBy=name:ASC' }),
  'GET /breeding/token': (w) => ({ path: `/breeding/token?ownerUuid=${w.creator.person.uuid}&sortBy=generation:DESC` }),
  'GET /breeding/token/{id}': (w) => ({ path: `/breeding/token/${w.pair?.tokens[0]}` }),
  'POST /breeding/token/{id}/siring': (w) => ({
    path: `/breeding/token/${w.pair?.tokens[1]}/siring`,
    token: w.creator.token,
    json: { price: '0.1', endsAt: new Date(Date.now() + 30 * 86_400_000).toISOString() },
  }),
  'DELETE /breeding/token/{id}/siring': async (w) => {
    const path = `/breeding/token/${w.pair?.tokens[1]}`;
    const json = { price: '0.1', endsAt: new Date(Date.now() + 30 * 86_400_000).toISOString() };
    const offered = await call('POST', `${path}/siring`, { token: w.creator.token, json });
    await w.creator.person.run(offered.body.steps);
    await until(
      () => w.creator.person.call(breedingCalls.family, { params: { id: w.pair?.tokens[1] ?? '' } }),
      ({ data }) => data !== null && data.token.siring !== null,
      'the offer as a sire',
    );
    return { path: `${path}/siring`, token: w.creator.token };
  },
  'GET /breeding/pair': (w) => ({
    path: `/breeding/pair?matronUuid=${w.pair?.tokens[0]}&sireUuid=${w.pair?.tokens[1]}`,
    token: w.creator.token,
  }),
  'POST /breeding': (w) => ({
    path: '/breeding',
    token: w.creator.token,
    json: { matronUuid: w.pair?.tokens[0], sireUuid: w.pair?.tokens[1], cost: '0.02' },
    keep: (data) => (w.breeding = data),
  }),
  'GET /breeding/{id}': (w) => ({ path: `/breeding/${w.breeding.uuid}`, token: w.creator.token }),
  'GET /breeding': () => ({ path: '/breeding?limit=5&status=HATCHED' }),
  'DELETE /breeding/collection/{id}': (w) => ({
    path: `/breeding/collection/${w.pair?.collection}`,
    token: w.creator.token,
  }),
  'GET /portfolio': (w) => ({ path: '/portfolio?sortBy=worth:DESC', token: w.creator.token }),
  'GET /portfolio/sale': (w) => ({ path: '/portfolio/sale?limit=5', token: w.creator.token }),
  'GET /notification': (w) => ({ path: '/notification?limit=5&isRead=false', token: w.creator.token }),
  'PUT /notification/read': (w) => ({ path: '/notification/read', token: w.creator.token, json: {} }),
  'GET /notification/setting': (w) => ({ path: '/notification/setting', token: w.buyer.token }),
  'PUT /notification/setting': (w) => ({
    path: '/notification/setting',
    token: w.buyer.token,
    json: { settings: [{ kind: 'PRICE_DROP', app: true, mail: false }] },
  }),
  'POST /report': (w) => ({
    path: '/report',
    token: w.buyer.token,
    json: { subjectType: 'token', subjectUuid: w.edition.uuid, reason: 'OTHER', note: 'By a test.' },
  }),
  'DELETE /offer': (w) => ({ path: '/offer', token: w.creator.token }),
  'DELETE /offer/{id}': (w) => ({ path: `/offer/${w.sale.uuid}`, token: w.creator.token }),
};

/** Calls whose valid answer needs a longer setup, each with the folder of the test that covers it. */
const ELSEWHERE: Record<string, string> = {
  'POST /account/key': 'server/src/domain/account',
  'DELETE /account/key/{id}': 'server/src/domain/account',
  'POST /account/recovery': 'server/src/domain/account',
  'POST /account/recovery/request': 'server/src/domain/account',
  'POST /account/recovery/link': 'server/src/domain/account',
  'POST /account/recovery/confirm': 'server/src/domain/account',
  'POST /account/recovery/stop': 'server/src/domain/account',
  'POST /auth/confirm/email/code': 'server/src/domain/auth',
  'POST /auth/register/email/again': 'server/src/domain/auth',
  'POST /auth/passkey/register/verify': 'server/src/domain/auth',
  'POST /auth/passkey/login/verify': 'server/src/domain/auth',
  'POST /auth/login/google': 'server/src/domain/auth',
  'POST /auth/way/google': 'server/src/domain/auth',
  'GET /offer/{id}/auction': 'server/src/domain/auction',
  'POST /offer/{id}/settle': 'server/src/domain/auction',
  'GET /admin/missing-word': 'server/src/domain/admin',
  'GET /admin/audit': 'server/src/domain/admin',
  'GET /admin/dashboard': 'server/src/domain/admin',
  'GET /admin/operator': 'server/src/domain/operator',
  'GET /admin/job': 'server/src/domain/admin',
  'POST /admin/job/{id}/retry': 'server/src/domain/admin',
  'GET /admin/category': 'server/src/domain/admin',
  'POST /admin/category': 'server/src/domain/admin',
  'PUT /admin/category/order': 'server/src/domain/admin',
  'PUT /admin/category/{id}': 'server/src/domain/admin',
  'DELETE /admin/category/{id}': 'server/src/domain/admin',
  'GET /admin/currency': 'server/src/domain/admin',
  'GET /admin/currency/contract': 'server/src/domain/admin',
  'POST /admin/currency': 'server/src/domain/admin',
  'PUT /admin/currency/order': 'server/src/domain/admin',
  'PUT /admin/currency/{id}': 'server/src/domain/admin',
  'GET /admin/network': 'server/src/domain/admin',
  'POST /admin/network': 'server/src/domain/admin',
  'PUT /admin/network/order': 'server/src/domain/admin',
  'PUT /admin/network/{id}': 'server/src/domain/admin',
  'GET /admin/user': 'server/src/domain/admin',
  'PUT /admin/user/{id}/role': 'server/src/domain/admin',
  'POST /admin/user/{id}/block': 'server/src/domain/admin',
  'POST /admin/user/{id}/unblock': 'server/src/domain/admin',
  'GET /admin/moderation': 'server/src/domain/moderation',
  'POST /admin/moderation/hide': 'server/src/domain/moderation',
  'POST /admin/moderation/restore': 'server/src/domain/moderation',
  'POST /admin/moderation/dismiss': 'server/src/domain/moderation',
  'POST /admin/moderation/note': 'server/src/domain/moderation',
  'PUT /admin/verified': 'server/src/domain/moderation',
  'GET /exhibition/{id}': 'server/src/domain/exhibition',
  'GET /admin/exhibition': 'server/src/domain/exhibition',
  'POST /admin/exhibition': 'server/src/domain/exhibition',
  'PUT /admin/exhibition/order': 'server/src/domain/exhibition',
  'PUT /admin/exhibition/{id}': 'server/src/domain/exhibition',
  'POST /admin/exhibition/{id}/end': 'server/src/domain/exhibition',
  'GET /admin/featured': 'server/src/domain/moderation',
  'PUT /admin/featured': 'server/src/domain/moderation',
  'POST /breeding/{id}/hatch': 'server/src/domain/breeding',
  'GET /auth/export/{secret}': 'server/src/domain/own-data',
  'GET /portfolio.csv': 'server/src/domain/offer/sale',
  'GET /events': 'server/src/domain/live',
  'POST /onramp/webhook/{provider}': 'server/src/domain/onramp',
};

type Operation = {
  security: object[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { content?: { 'application/json'?: { schema: Json } } }>;
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: { Error: Json } };
};
let document: Document;
let operations: Map<string, Operation>;

test.describe('The OpenAPI document and the running API', () => {
  test.beforeAll(async () => {
    document = await (await fetch(`${stack().url}/openapi.json`)).json();
    operations = new Map(
      Object.entries(document.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [
          `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`,
          operation,
        ]),
      ),
    );
  });

  test('every call of the document has an example here', () => {
    const known = new Set([...Object.keys(EXAMPLES), ...Object.keys(ELSEWHERE)]);
    expect([...operations.keys()].filter((name) => !known.has(name))).toEqual([]);
  });

  test('every call answers with the status and the shape of the document', async () => {
    const world: World = await makeWorld();
    const wrong: string[] = [];
    for (const [name, example] of Object.entries(EXAMPLES)) {
      const operation = operations.get(name);
      if (!operation) continue;
      try {
        const { path, keep, ...asking } = await example(world);
        const answer = await call(name.split(' ')[0] as string, path, asking);
        const described = operation.responses[answer.status];
        if (!described) {
          wrong.push(`${name}: ${answer.status} ${answer.text.slice(0, 300)}`);
          continue;
        }
        const schema = described.content?.['application/json']?.schema;
        if (!schema && answer.text !== '') wrong.push(`${name}: a body that the document does not have`);
        const parsed = schema && z.fromJSONSchema(schema).safeParse(answer.body);
        if (parsed && !parsed.success) wrong.push(`${name}: ${z.prettifyError(parsed.error)}`);
        keep?.(answer.body?.data);
      } catch (error) {
        wrong.push(`${name}: ${String(error)}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('every refusal has the shape of an error, and a visitor is refused where a user is required', async () => {
    const shape = z.fromJSONSchema(document.components.schemas.Error);
    const wrong: string[] = [];
    for (const [name, { security, parameters }] of operations) {
      const [method = '', place = ''] = name.split(' ');
      const isGuarded = security.length === 1;
      const hasId = parameters.some((one) => one.in === 'path');
      // Only calls that must fail: without a user, or with an invalid id.
      if (!isGuarded && !hasId) continue;
      const { status, body } = await call(
        method,
        place.replace(/\{\w+\}/g, isGuarded ? NOBODY : 'none'),
        method === 'GET' || method === 'DELETE' ? {} : { json: {} },
      );
      const isRight = isGuarded ? status === 401 : status === 400 || status === 404;
      if (!isRight || !shape.safeParse(body).success) wrong.push(`${name}: ${status} ${JSON.stringify(body)}`);
    }
    expect(wrong).toEqual([]);
  });
});
