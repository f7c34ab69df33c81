import { z } from 'zod';
import { code, displayCurrency, email, googleToken, language, password, sitePath, siwe, user } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { PASSWORD_TYPED_MAX, PHONE_PATTERN } from './limits.ts';
import { hex, one, time, uuid } from './primitive.ts';
import { passkeyAssertion } from './webauthn.ts';

/** One sign-in on one device; its refresh tokens continue it. */
const session = z.object({
  uuid,
  createdAt: time,
  /** Rounded to the minute. */
  lastUsedAt: time,
  userAgent: z.string().nullable(),
  ip: z.string().nullable(),
  /** Whether it is the caller's own session. */
  isCurrent: z.boolean(),
});
export type Session = z.infer<typeof session>;

/** A sign-in method of an account. */
const wayIn = z.object({
  /** The id for `DELETE /auth/way/{id}`: the kind itself if an account can have only one of it, `passkey:<uuid>` of a passkey. */
  id: z.string(),
  kind: z.enum(['password', 'google', 'wallet', 'passkey']),
  /** The address of the e-mail or the wallet, shortened, or the passkey's name; null if unknown. */
  label: z.string().nullable(),
  /** Of a passkey: the ERC-7913 signer that it is as a key of a smart account, as in `/account/key`. */
  key: hex.nullable(),
  /** Null if it was added before this was recorded. */
  addedAt: time.nullable(),
  /** The last sign-in or proof of identity with it; null if there was none since `recordedSince`. */
  lastUsedAt: time.nullable(),
  /** The time from which `addedAt` and `lastUsedAt` are recorded for this account. */
  recordedSince: time,
  isRemovable: z.boolean(),
  /** The reason if it is not removable: the error code of removing it. */
  whyNot: z.enum(['way.last', 'wallet.inUse']).nullable(),
});
export type WayIn = z.infer<typeof wayIn>;

const wayId = z
  .string()
  .regex(
    /^(password|google|wallet|passkey:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/,
    'must be an id of `/auth/way`',
  );

const phoneNumber = z
  .string()
  .max(40)
  // As users write them: +380 (67) 123-45-67.
  .transform((text) => text.replace(/[\s().-]/g, ''))
  .pipe(z.string().regex(PHONE_PATTERN, 'must be a phone number in the form +380671234567'));

/** Account settings of a signed-in user, and recovery for those who cannot sign in. */
export const accountEndpoints = {
  stepUp: endpoint({
    method: 'POST',
    path: '/auth/step-up',
    summary:
      'Prove the caller’s identity with password, second factor, wallet or passkey; for 5 minutes, calls no longer answer 403 `auth.stepUpRequired`',
    access: 'user',
    body: z.union([
      z.object({ password: z.string().min(1).max(PASSWORD_TYPED_MAX) }),
      z.object({ code }),
      z.object({ passkey: passkeyAssertion }),
      siwe,
    ]),
    status: 204,
  }),
  undoChange: endpoint({
    method: 'POST',
    path: '/auth/undo',
    summary: 'Undo a change of sign-in methods with the token of its mail, valid for 7 days; ends all sessions',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200) }),
    status: 204,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/auth/reset-password/request',
    summary: 'Mail a link to set a new password, valid once and for an hour; 202 whether or not the account exists',
    access: 'public',
    /** `next`: where the mail's link leads on to after the next sign-in. */
    body: z.object({ email, next: sitePath.optional() }),
    status: 202,
  }),
  resetLink: endpoint({
    method: 'POST',
    path: '/auth/reset-password/link',
    summary:
      'The address of the account of a reset link, and the sign-in methods that it got in the last 30 days, which a new password does not end; neither for a link that is not valid',
    access: 'public',
    changesNothingPublic: true,
    body: z.object({ token: z.string().min(1).max(200) }),
    response: one(z.object({ ways: z.array(wayIn), email: z.string().nullable() })),
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password with the mail’s token; ends all sessions',
    access: 'public',
    body: z.object({
      token: z.string().min(1).max(200),
      password,
      /** Sign-in methods to remove with it, of those that `resetLink` lists. */
      removedWays: z.array(wayId).max(20).optional(),
    }),
    status: 204,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    summary: 'Change the caller’s password, or set the first one; ends all other sessions',
    access: 'user',
    /** `currentPassword` when the account has one (`user.hasPassword`). */
    body: z.object({ currentPassword: z.string().min(1).max(PASSWORD_TYPED_MAX).optional(), password }),
    status: 204,
  }),
  settings: endpoint({
    method: 'PUT',
    path: '/auth/settings',
    summary: 'Change language and display currency',
    access: 'user',
    body: z.object({ language: language.optional(), displayCurrency: displayCurrency.optional() }),
    response: one(user),
  }),
  twoFactorSetup: endpoint({
    method: 'POST',
    path: '/auth/two-factor/setup',
    summary: 'Create a secret for an authenticator app; nothing changes until a code enables it',
    access: 'user',
    response: one(
      z.object({
        otpauthUrl: z.string(),
        /** Base32, for typing it in. */
        secret: z.string(),
        /** An SVG picture as a data URL. */
        qr: z.string(),
      }),
    ),
  }),
  twoFactorEnable: endpoint({
    method: 'POST',
    path: '/auth/two-factor/enable',
    summary: 'Turn two-factor authentication on with a code from the app; returns the recovery codes, once',
    access: 'user',
    body: z.object({ code }),
    response: one(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
  twoFactor: endpoint({
    method: 'GET',
    path: '/auth/two-factor',
    summary: 'How many recovery codes are left; null while two-factor authentication is off',
    access: 'user',
    response: one(z.object({ recoveryCodesLeft: z.number().int().nullable() })),
  }),
  recoveryCodes: endpoint({
    method: 'POST',
    path: '/auth/two-factor/recovery-codes',
    summary:
      'Replace all recovery codes, with a code from the app or a recovery code; returns the new ones, once. Mails a link that undoes it',
    access: 'user',
    body: z.object({ code }),
    response: one(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
  twoFactorDisable: endpoint({
    method: 'POST',
    path: '/auth/two-factor/disable',
    summary: 'Turn two-factor authentication off with a code from the app or a recovery code',
    access: 'user',
    body: z.object({ code }),
    status: 204,
  }),
  phone: endpoint({
    method: 'POST',
    path: '/auth/phone',
    summary: 'Send a code to a phone number; a confirmed number stays until the new one is confirmed',
    access: 'user',
    body: z.object({ phoneNumber }),
    status: 202,
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: '/auth/phone/confirm',
    summary: 'Confirm the phone number with the code of the text message',
    access: 'user',
    body: z.object({
      code: z
        .string()
        .trim()
        .regex(/^\d{6}$/, 'must be the 6 digits of the SMS'),
    }),
    response: one(user),
  }),
  removePhone: endpoint({
    method: 'DELETE',
    path: '/auth/phone',
    summary: 'Remove the phone number',
    access: 'user',
    response: one(user),
  }),
  ways: endpoint({
    method: 'GET',
    path: '/auth/way',
    summary: 'The caller’s sign-in methods, with the time each was added and last used',
    access: 'user',
    response: z.object({ data: z.array(wayIn) }),
  }),
  linkGoogle: endpoint({
    method: 'POST',
    path: '/auth/way/google',
    summary:
      'Link a Google account with an ID token, which works once; its e-mail address may differ from the account’s',
    access: 'user',
    body: googleToken,
    response: one(user),
  }),
  removeWay: endpoint({
    method: 'DELETE',
    path: '/auth/way/{id}',
    summary: 'Remove a sign-in method, never the last one; ends all other sessions',
    access: 'user',
    params: z.object({ id: wayId }),
    response: one(user),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'The caller’s sessions, most recently used first',
    access: 'user',
    response: z.object({ data: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/session/{id}',
    summary: 'End one session; its tokens stop working at once',
    access: 'user',
    params: z.object({ id: uuid }),
    status: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End all sessions except the calling one',
    access: 'user',
    status: 204,
  }),
};
