import { z } from 'zod';
import { code, displayCurrency, email, googleToken, language, password, siwe, user } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { PASSWORD_TYPED_MAX, PHONE_PATTERN } from './limits.ts';
import { one, time, uuid } from './primitive.ts';

/** One sign-in on one device; its refresh tokens continue it. */
export const session = z.object({
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
export const wayIn = z.object({
  /** The id for `DELETE /auth/way/{id}`: the kind itself if an account can have only one of it. */
  id: z.string(),
  kind: z.enum(['password', 'google', 'wallet']),
  /** The address of the e-mail or the wallet, shortened; null if unknown. */
  label: z.string().nullable(),
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
      'Prove that one is the account’s owner, by password, second factor or wallet; changes that answer 403 `auth.stepUpRequired` then pass for 5 minutes',
    access: 'user',
    body: z.union([z.object({ password: z.string().min(1).max(PASSWORD_TYPED_MAX) }), z.object({ code }), siwe]),
    status: 204,
  }),
  undoChange: endpoint({
    method: 'POST',
    path: '/auth/undo',
    summary: 'Undo a change of how an account is signed in to, by the token of its mail (7 days); all sessions end',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200) }),
    status: 204,
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/auth/reset-password/request',
    summary: 'Mail a link to a new password, good once and for an hour; 202 whether or not there is such an account',
    access: 'public',
    body: z.object({ email }),
    status: 202,
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/reset-password',
    summary: 'Set a new password by the mail’s token; all sessions end',
    access: 'public',
    body: z.object({ token: z.string().min(1).max(200), password }),
    status: 204,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/auth/password',
    summary: 'Change one’s password, or set the first one; all other sessions end',
    access: 'user',
    /** `currentPassword` when the account has one (`user.hasPassword`). */
    body: z.object({ currentPassword: z.string().min(1).max(PASSWORD_TYPED_MAX).optional(), password }),
    status: 204,
  }),
  settings: endpoint({
    method: 'PUT',
    path: '/auth/settings',
    summary: 'Language and display currency',
    access: 'user',
    body: z.object({ language: language.optional(), displayCurrency: displayCurrency.optional() }),
    response: one(user),
  }),
  twoFactorSetup: endpoint({
    method: 'POST',
    path: '/auth/two-factor/setup',
    summary: 'A new secret for an authenticator app; nothing changes until it is enabled by a code',
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
    summary: 'Turn two-factor authentication on by the app’s code; the recovery codes are shown this once',
    access: 'user',
    body: z.object({ code }),
    response: one(z.object({ recoveryCodes: z.array(z.string()) })),
  }),
  twoFactorDisable: endpoint({
    method: 'POST',
    path: '/auth/two-factor/disable',
    summary: 'Turn two-factor authentication off by a code of the app or a recovery code',
    access: 'user',
    body: z.object({ code }),
    status: 204,
  }),
  phone: endpoint({
    method: 'POST',
    path: '/auth/phone',
    summary: 'Send a code to a phone number; a number that was confirmed before stays until the new one is',
    access: 'user',
    body: z.object({ phoneNumber }),
    status: 202,
  }),
  confirmPhone: endpoint({
    method: 'POST',
    path: '/auth/phone/confirm',
    summary: 'Confirm the phone number by the code of its SMS',
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
    summary: 'Take the phone number away',
    access: 'user',
    response: one(user),
  }),
  ways: endpoint({
    method: 'GET',
    path: '/auth/way',
    summary: 'The ways one signs in, with when each was added and last used',
    access: 'user',
    response: z.object({ data: z.array(wayIn) }),
  }),
  linkGoogle: endpoint({
    method: 'POST',
    path: '/auth/way/google',
    summary: 'Sign in by a Google account too, by an ID token, which works once; its address need not be one’s own',
    access: 'user',
    body: googleToken,
    response: one(user),
  }),
  removeWay: endpoint({
    method: 'DELETE',
    path: '/auth/way/{id}',
    summary: 'Remove a way to sign in, never the last one; all other sessions end',
    access: 'user',
    params: z.object({ id: wayIn.shape.kind }),
    response: one(user),
  }),
  sessions: endpoint({
    method: 'GET',
    path: '/auth/session',
    summary: 'Where one is signed in, the latest used first',
    access: 'user',
    response: z.object({ data: z.array(session) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/auth/session/{id}',
    summary: 'End one session; its tokens stop at once',
    access: 'user',
    params: z.object({ id: uuid }),
    status: 204,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/auth/session',
    summary: 'End all sessions but the one that asks',
    access: 'user',
    status: 204,
  }),
};
