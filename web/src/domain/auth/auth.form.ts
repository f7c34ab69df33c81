import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_PATTERN } from '@skarb/schema/limits';
import { mayTakeUsername } from '@skarb/schema/username';
import * as z from 'zod/mini';

// The messages are keys below `auth.field`; the server validates again.
const email = z.string().check(z.trim(), z.minLength(1, 'required'), z.email('email'));

const newPassword = z
  .string()
  .check(
    z.minLength(1, 'required'),
    z.minLength(PASSWORD_MIN, 'passwordShort'),
    z.maxLength(PASSWORD_MAX, 'passwordLong'),
  );
const repeated = z.string().check(z.minLength(1, 'required'));
const areEqual = <T extends { password: string; repeated: string }>() =>
  z.refine<T>(({ password, repeated: second }) => password === second, {
    error: 'passwordsDiffer',
    path: ['repeated'],
  });

export const emailForm = z.object({ email });
export type EmailForm = z.infer<typeof emailForm>;

export const newPasswordForm = z.object({ password: newPassword, repeated }).check(areEqual());
export type NewPasswordForm = z.infer<typeof newPasswordForm>;

/** @param hasPassword whether the account has a password, which is asked for then */
export const changePasswordForm = (hasPassword: boolean) =>
  z
    .object({
      currentPassword: z.string().check(z.minLength(Number(hasPassword), 'required')),
      password: newPassword,
      repeated,
    })
    .check(areEqual());

export const loginForm = z.object({
  email,
  password: z.string().check(z.minLength(1, 'required')),
});
export type LoginForm = z.infer<typeof loginForm>;

export const registerForm = z
  .object({
    email,
    username: z.string().check(
      z.trim(),
      z.maxLength(USERNAME_MAX, 'username'),
      z.refine((text) => text === '' || USERNAME_PATTERN.test(text), 'username'),
      z.refine(mayTakeUsername, 'usernameKept'),
    ),
    password: newPassword,
    repeated,
  })
  .check(areEqual());
export type RegisterForm = z.infer<typeof registerForm>;
