// Written by `npm run generate -w schema`.
import type { authEndpoints } from '../auth.ts';
import type { Call } from '../endpoint.ts';

type E = typeof authEndpoints;

export const register: Call<E['register']> = { method: 'POST', path: '/auth/register/email' };
export const registerAgain: Call<E['registerAgain']> = { method: 'POST', path: '/auth/register/email/again' };
export const confirmEmail: Call<E['confirmEmail']> = { method: 'POST', path: '/auth/confirm/email' };
export const confirmEmailByCode: Call<E['confirmEmailByCode']> = { method: 'POST', path: '/auth/confirm/email/code' };
export const login: Call<E['login']> = { method: 'POST', path: '/auth/login' };
export const google: Call<E['google']> = { method: 'GET', path: '/auth/google' };
export const loginGoogle: Call<E['loginGoogle']> = { method: 'POST', path: '/auth/login/google' };
export const walletNonce: Call<E['walletNonce']> = { method: 'GET', path: '/auth/wallet/nonce' };
export const loginWallet: Call<E['loginWallet']> = { method: 'POST', path: '/auth/login/wallet' };
export const connectMetamask: Call<E['connectMetamask']> = { method: 'POST', path: '/auth/connect-metamask' };
export const refresh: Call<E['refresh']> = { method: 'POST', path: '/auth/refresh' };
export const logout: Call<E['logout']> = { method: 'POST', path: '/auth/logout' };
export const me: Call<E['me']> = { method: 'GET', path: '/auth/me' };
export const profile: Call<E['profile']> = { method: 'GET', path: '/auth/profile/{id}' };
export const editProfile: Call<E['editProfile']> = { method: 'PUT', path: '/auth/profile', isForm: true };
