import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { linksInput, localized, localizedInput, publicLink } from './form-value.ts';
import { hiddenNotice } from './hidden.ts';
import {
  BIO_MAX,
  DISPLAY_CURRENCIES,
  GAME_ID_MAX,
  LANGUAGES,
  MAIL_CODE_PATTERN,
  NAME_MAX,
  PASSWORD_MAX,
  PASSWORD_MIN,
  PASSWORD_TYPED_MAX,
  SITE_PATH_PATTERN,
  STATEMENT_MAX,
  USERNAME_MAX,
  USERNAME_PATTERN,
} from './limits.ts';
import { localizedName } from './localization.ts';
import { image } from './media.ts';
import { address, amount, hex, one, payReason, price, quantity, step, time, uuid } from './primitive.ts';
import { mayTakeUsername } from './username.ts';
import { passkeyAssertion } from './webauthn.ts';

export const role = z.enum(['USER', 'CREATOR', 'ADMIN']);
export type Role = z.infer<typeof role>;

export const language = z.enum(LANGUAGES);
export const displayCurrency = z.enum(DISPLAY_CURRENCIES);

/** The signed-in user's own record: every field of the specification's User. */
export const user = z.object({
  uuid,
  role,
  username: z.string().nullable(),
  gameId: z.string().nullable(),
  email: z.string().nullable(),
  isEmailConfirmed: z.boolean(),
  isTwoFactorAuthenticationEnabled: z.boolean(),
  googleId: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  isPhoneNumberConfirmed: z.boolean(),
  metamaskWallet: address.nullable(),
  name: z.string().nullable(),
  /** URLs below the origin. */
  avatar: z.string().nullable(),
  bio: z.string().nullable(),
  /** What they write about themself and their work. */
  statement: localized,
  links: z.array(publicLink),
  /** An admin has verified who they are. A changed name takes the mark away. */
  isVerified: z.boolean(),
  backgroundImg: z.string().nullable(),
  /** A new address that is not confirmed yet; `email` stays until then. */
  pendingEmail: z.string().nullable(),
  /** false for accounts that sign in by Google or wallet only. */
  hasPassword: z.boolean(),
  /** Of the interface and of the mails. */
  language,
  /** The currency in which prices are shown beside their own. */
  displayCurrency,
  /** When the account is deleted, if its owner has requested that. */
  deletionAt: time.nullable(),
  createdAt: time,
});
export type User = z.infer<typeof user>;

/** A user as shown to others beside a token or an offer. */
export const person = z.object({
  uuid,
  username: z.string().nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  /** Null also if they have published and traded nothing. */
  metamaskWallet: address.nullable(),
  /** An admin has verified who they are. */
  isVerified: z.boolean(),
});
export type Person = z.infer<typeof person>;

const profile = z.object({
  uuid,
  username: z.string().nullable(),
  name: z.string().nullable(),
  avatar: z.string().nullable(),
  bio: z.string().nullable(),
  statement: localized,
  links: z.array(publicLink),
  backgroundImg: z.string().nullable(),
  metamaskWallet: address.nullable(),
  isVerified: z.boolean(),
  /** Its owner has deleted the account; the works that were created with it stay. */
  isErased: z.boolean(),
  role,
  createdAt: time,
  followerCount: z.number().int(),
  /** By the signed-in user; false for visitors, null for one's own. */
  isFollowed: z.boolean().nullable(),
  counts: z.object({
    gallery: z.number().int(),
    onSale: z.number().int(),
    purchased: z.number().int(),
    created: z.number().int(),
    favorites: z.number().int(),
    /** Sales that they made, of their own works and of others'; above 10,000 a lower bound. */
    sold: z.number().int(),
  }),
  /** Why only the user and admins see it. */
  hidden: hiddenNotice.nullable(),
});
export type Profile = z.infer<typeof profile>;

export const tokensAndUser = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Seconds until the access token expires. */
  expiresIn: z.number().int(),
  user,
});
export type TokensAndUser = z.infer<typeof tokensAndUser>;

export const email = z.string().trim().toLowerCase().max(254).pipe(z.email());
/** Where a mailed link leads on to. */
export const sitePath = z.string().regex(SITE_PATH_PATTERN, 'a path of this site');
export const password = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);
export const username = z
  .string()
  .trim()
  .min(1)
  .max(USERNAME_MAX)
  .regex(USERNAME_PATTERN, 'digits, letters and underscores')
  .refine(mayTakeUsername, 'is kept for the marketplace itself');
const gameId = z
  .string()
  .trim()
  .max(GAME_ID_MAX)
  .regex(/^[^\s\p{C}]*$/u, 'no spaces');
/** A code of the authenticator app (6 digits) or one of the recovery codes. */
export const code = z.string().trim().min(1).max(20);
/** The second factor: a code, or a passkey of the account. */
const secondFactor = { code: code.optional(), passkey: passkeyAssertion.optional() };
export const siwe = z.object({ message: z.string().min(1).max(4000), signature: hex });

export const googleToken = z.object({
  credential: z.string().min(1).max(8000),
  /** The nonce in the token, when the caller requested one with a nonce. */
  nonce: z.string().min(1).max(200).optional(),
});

/** A mail that is sent again after a minute, then two, four … : whether it was sent now, and when it may be again. */
const mailSlot = z.object({ isSent: z.boolean(), nextInSeconds: z.number().int() });

export const authEndpoints = {
  register: endpoint({
    method: 'POST',
    path: '/auth/register/email',
    summary: 'Register by e-mail; a confirmation mail is sent',
    access: 'public',
    /** `next`: where the mail's link leads on to after the confirmation. */
    body: z.object({
      email,
      password,
      username: username.optional(),
      language: language.optional(),
      next: sitePath.optional(),
    }),
    status: 201,
    response: one(user).extend({ mail: mailSlot }),
  }),
  registerAgain: endpoint({
    method: 'POST',
    path: '/auth/register/email/again',
    summary:
      'Send the mail of a registration again, in the browser that registered; 202 whether or not there is a registration',
    access: 'public',
    changesNothingPublic: true,
    body: z.object({ email }),
    status: 202,
    response: one(mailSlot),
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/confirm/email',
    summary: "Confirm an e-mail address by the mail's token, of a registration or of a change",
    access: 'public',
    /** `code` or `passkey` where two-factor authentication is on, as in `/auth/login`. */
    body: z.object({ token: z.string().min(1).max(200), ...secondFactor }),
    response: one(tokensAndUser),
  }),
  confirmEmailByCode: endpoint({
    method: 'POST',
    path: '/auth/confirm/email/code',
    summary: 'Confirm the address of a registration by the code of its mail, in the browser that registered',
    access: 'public',
    body: z.object({ email, code: z.string().trim().regex(MAIL_CODE_PATTERN, '6 digits') }),
    response: one(tokensAndUser),
  }),
  login: endpoint({
    method: 'POST',
    path: '/auth/login',
    summary: 'Sign in with e-mail and password; 401 `auth.codeRequired` if a code or a passkey is needed, too',
    access: 'public',
    body: z.object({ email, password: z.string().min(1).max(PASSWORD_TYPED_MAX), ...secondFactor }),
    response: one(tokensAndUser),
  }),
  google: endpoint({
    method: 'GET',
    path: '/auth/google',
    summary: 'The settings for signing in with Google; null if it is off',
    access: 'public',
    response: one(
      z
        .object({
          clientId: z.string(),
          issuer: z.string(),
          authorizationEndpoint: z.string(),
          /** Its name on the button. */
          name: z.string(),
        })
        .nullable(),
    ),
  }),
  loginGoogle: endpoint({
    method: 'POST',
    path: '/auth/login/google',
    summary: 'Sign in with a Google ID token, which works once; 401 `auth.codeRequired` if a code is needed, too',
    access: 'public',
    body: googleToken.extend(secondFactor),
    response: one(tokensAndUser),
  }),
  walletNonce: endpoint({
    method: 'GET',
    path: '/auth/wallet/nonce',
    summary:
      'A SIWE message ready to sign, for one purpose; without a purpose it allows signing in and connecting. `link`, `stepUp` and `addKey` require a signed-in user, whom the message names',
    access: 'optional',
    fresh: true,
    query: z.object({
      address,
      chainId: z.coerce.number().int().positive().optional(),
      purpose: z.enum(['signIn', 'link', 'stepUp', 'addKey']).optional(),
    }),
    response: one(z.object({ nonce: z.string(), message: z.string() })),
  }),
  loginWallet: endpoint({
    method: 'POST',
    path: '/auth/login/wallet',
    summary:
      'Sign in with a signed SIWE message (EOA, ERC-1271, ERC-6492); 401 `auth.codeRequired` if a code is needed, too',
    access: 'public',
    body: siwe.extend(secondFactor),
    response: one(tokensAndUser),
  }),
  connectMetamask: endpoint({
    method: 'POST',
    path: '/auth/connect-metamask',
    summary: 'Connect a wallet to the signed-in account',
    access: 'user',
    body: siwe,
    response: one(user),
  }),
  refresh: endpoint({
    method: 'POST',
    path: '/auth/refresh',
    summary: 'New tokens for a refresh token, which works once',
    access: 'public',
    body: z.object({ refreshToken: z.string().min(1).max(500) }),
    response: one(tokensAndUser),
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'End the session of a refresh token',
    access: 'public',
    body: z.object({ refreshToken: z.string().min(1).max(500) }),
    status: 204,
  }),
  me: endpoint({
    method: 'GET',
    path: '/auth/me',
    summary: 'The signed-in user',
    access: 'user',
    response: one(user),
  }),
  profile: endpoint({
    method: 'GET',
    path: '/auth/profile/{id}',
    summary: 'A public profile',
    access: 'optional',
    params: z.object({ id: uuid }),
    response: one(profile),
  }),
  editProfile: endpoint({
    method: 'PUT',
    path: '/auth/profile',
    summary: 'Edit the caller’s profile; a new e-mail address is used once it is confirmed by its mail',
    access: 'user',
    files: { avatar: { required: false }, background: { required: false } },
    body: z.object({
      username: username.optional(),
      /** An empty string removes it. */
      gameId: z.union([z.literal(''), gameId]).optional(),
      /** The current address cancels a change. */
      email: email.optional(),
      name: z.string().trim().max(NAME_MAX).optional(),
      bio: z.string().max(BIO_MAX).optional(),
      /** JSON: texts by language; languages that are not named keep theirs, an empty text removes it. */
      statement: localizedInput(STATEMENT_MAX).optional(),
      /** JSON: all links, each as `{ "url": "https://…" }`, in the order in which they are shown. */
      links: linksInput.optional(),
      /** An empty string instead of a file removes the picture. */
      avatar: z.literal('').optional(),
      background: z.literal('').optional(),
    }),
    response: one(user),
  }),
};

const currencyRef = z.object({ uuid, name: z.string(), symbol: z.string(), decimals: z.number().int() });
/** Why the marketplace gives a wallet no coin for its first network fee. */
const gasDropRefusal = z.enum([
  'gasDrop.off',
  'gasDrop.contract',
  'gasDrop.given',
  'gasDrop.unknown',
  'gasDrop.enough',
  'gasDrop.tooDear',
  'gasDrop.day',
  ...payReason.options,
]);
export type GasDropRefusal = z.infer<typeof gasDropRefusal>;
const gasDrop = z.object({
  status: z.enum(['OFFERED', 'SENDING', 'SENT', 'REFUSED']),
  /** Why it is refused. */
  code: gasDropRefusal.nullable(),
  /** In the native coin. */
  amount,
  txHash: hex.nullable(),
});
export type GasDrop = z.infer<typeof gasDrop>;
/** What a wallet holds. */
const holdings = z.object({
  /** Those that go at once, the newest first; without the units in running auctions. */
  tokens: z.array(
    z.object({
      token: z.object({
        uuid,
        type: z.enum(['ERC721', 'ERC1155']),
        name: z.string(),
        localization: localizedName.optional(),
        image,
      }),
      quantity: z.number().int(),
    }),
  ),
  /** More tokens remain for another time. */
  hasMore: z.boolean(),
  /** Also what the auction house keeps for the wallet. */
  money: z.array(z.object({ currency: currencyRef, amount })),
  /** Open sales and offers end when everything goes. */
  hasOffers: z.boolean(),
  /** Running auctions hold tokens or money of the wallet, which come back to it. */
  hasAuctions: z.boolean(),
  /** The native coin stays: `to` is a contract, or the wallet, which is no smart account, pays network fees from it. */
  keepsCoin: z.boolean(),
  /** Send everything to `to`; none without it. */
  steps: z.array(step),
});
export type Holdings = z.infer<typeof holdings>;
/** A part of a wallet's money that goes to another address. */
const transfer = z.object({
  currency: currencyRef,
  amount,
  to: address,
  /** The wallet's balance afterwards, without network fees. */
  left: amount,
  /** What the wallet's open offers in this currency need. They cannot be accepted while it has less. */
  promised: amount,
  steps: z.array(step),
});
export type Transfer = z.infer<typeof transfer>;

export const walletEndpoints = {
  nftAllowance: endpoint({
    method: 'GET',
    path: '/auth/wallet/allowance/nft/marketplace',
    summary: 'Whether the marketplace may move this token for the user',
    access: 'user',
    query: z.object({ tokenUuid: uuid }),
    response: one(z.object({ approved: z.boolean() })),
  }),
  approveNft: endpoint({
    method: 'POST',
    path: '/auth/wallet/allowance/nft/marketplace',
    summary: 'Steps that let the marketplace move this token',
    access: 'user',
    body: z.object({ tokenUuid: uuid }),
    response: one(z.object({ approved: z.boolean(), steps: z.array(step) })),
  }),
  erc20Allowance: endpoint({
    method: 'GET',
    path: '/auth/wallet/allowance/erc20',
    summary:
      'The allowance and the amount an offer needs: to buy `quantity` units (1) of a sale, to back the caller’s own bid, or to place the next bid in an auction',
    access: 'user',
    query: z.object({ offerUuid: uuid, quantity: quantity.default(1) }),
    /** Amounts in the currency's own unit. An unlimited allowance is shown as the number it is. */
    response: one(z.object({ allowance: z.string(), required: amount, sufficient: z.boolean() })),
  }),
  approveErc20: endpoint({
    method: 'POST',
    path: '/auth/wallet/allowance/erc20',
    summary: 'Steps that raise the allowance to the amount an offer needs',
    access: 'user',
    body: z.object({ offerUuid: uuid, quantity: quantity.default(1) }),
    response: one(z.object({ sufficient: z.boolean(), steps: z.array(step) })),
  }),
  balance: endpoint({
    method: 'GET',
    path: '/auth/wallet/balance',
    summary: 'Balance of the wallet in a currency',
    access: 'user',
    query: z.object({ currencyUuid: uuid }),
    response: one(z.object({ balance: z.string(), usd: z.string().nullable(), currency: currencyRef })),
  }),
  promised: endpoint({
    method: 'GET',
    path: '/auth/wallet/promised',
    summary: 'What all open bids of the caller in a currency take together, which their allowance has to cover',
    access: 'user',
    query: z.object({ currencyUuid: uuid }),
    response: one(z.object({ promised: amount })),
  }),
  credit: endpoint({
    method: 'GET',
    path: '/auth/wallet/credit',
    summary: 'Money of failed payments that the auction house holds for the wallet, with the steps that collect it',
    access: 'user',
    query: z.object({ to: address.optional() }),
    response: one(z.array(z.object({ currency: currencyRef, amount, steps: z.array(step) }))),
  }),
  gasDrop: endpoint({
    method: 'GET',
    path: '/auth/wallet/gas-drop',
    summary: 'Whether the marketplace gives the wallet coin for its first network fee, or what became of it',
    access: 'user',
    response: one(gasDrop),
  }),
  requestGasDrop: endpoint({
    method: 'POST',
    path: '/auth/wallet/gas-drop',
    summary: 'Have coin for a first network fee sent to the wallet: once for each person and wallet',
    access: 'user',
    response: one(gasDrop),
  }),
  holdings: endpoint({
    method: 'GET',
    path: '/auth/wallet/holdings',
    summary: 'What the wallet holds, and with `to` the steps that send everything there',
    access: 'user',
    query: z.object({ to: address.optional() }),
    response: one(holdings),
  }),
  transfer: endpoint({
    method: 'GET',
    path: '/auth/wallet/transfer',
    summary: 'The steps that send an amount of one currency to another address',
    access: 'user',
    query: z.object({ currencyUuid: uuid, amount: price, to: address }),
    response: one(transfer),
  }),
};
