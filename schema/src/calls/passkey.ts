// Written by `npm run generate -w schema`.
import type { passkeyEndpoints } from '../passkey.ts';
import type { Call } from '../endpoint.ts';

type E = typeof passkeyEndpoints;

export const registerOptions: Call<E['registerOptions']> = { method: 'POST', path: '/auth/passkey/register/options' };
export const register: Call<E['register']> = { method: 'POST', path: '/auth/passkey/register/verify' };
export const loginOptions: Call<E['loginOptions']> = { method: 'POST', path: '/auth/passkey/login/options' };
export const login: Call<E['login']> = { method: 'POST', path: '/auth/passkey/login/verify' };
