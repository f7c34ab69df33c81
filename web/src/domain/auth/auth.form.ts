import { PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, USERNAME_PATTERN } from '@skarb/schema/limits';
import * as z from 'zod/mini';

// The messages are keys below `auth.field`; the server checks the same again.
const email = z.string().check(z.trim(), z.minLength(1, 'required'), z.email('email'));

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
    ),
    password: z
      .string()
      .check(
        z.minLength(1, 'required'),
        z.minLength(PASSWORD_MIN, 'passwordShort'),
        z.maxLength(PASSWORD_MAX, 'passwordLong'),
      ),
    repeated: z.string().check(z.minLength(1, 'required')),
  })
  .check(z.refine(({ password, repeated }) => password === repeated, { error: 'passwordsDiffer', path: ['repeated'] }));
export type RegisterForm = z.infer<typeof registerForm>;
