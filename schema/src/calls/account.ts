// Written by `npm run generate -w schema`.
import type { accountEndpoints } from '../account.ts';
import type { Call } from '../endpoint.ts';

type E = typeof accountEndpoints;

export const stepUp: Call<E['stepUp']> = { method: 'POST', path: '/auth/step-up' };
export const undoChange: Call<E['undoChange']> = { method: 'POST', path: '/auth/undo' };
export const requestReset: Call<E['requestReset']> = { method: 'POST', path: '/auth/reset-password/request' };
export const resetLink: Call<E['resetLink']> = { method: 'POST', path: '/auth/reset-password/link' };
export const resetPassword: Call<E['resetPassword']> = { method: 'POST', path: '/auth/reset-password' };
export const changePassword: Call<E['changePassword']> = { method: 'POST', path: '/auth/password' };
export const settings: Call<E['settings']> = { method: 'PUT', path: '/auth/settings' };
export const twoFactorSetup: Call<E['twoFactorSetup']> = { method: 'POST', path: '/auth/two-factor/setup' };
export const twoFactorEnable: Call<E['twoFactorEnable']> = { method: 'POST', path: '/auth/two-factor/enable' };
export const twoFactor: Call<E['twoFactor']> = { method: 'GET', path: '/auth/two-factor' };
export const recoveryCodes: Call<E['recoveryCodes']> = { method: 'POST', path: '/auth/two-factor/recovery-codes' };
export const twoFactorDisable: Call<E['twoFactorDisable']> = { method: 'POST', path: '/auth/two-factor/disable' };
export const phone: Call<E['phone']> = { method: 'POST', path: '/auth/phone' };
export const confirmPhone: Call<E['confirmPhone']> = { method: 'POST', path: '/auth/phone/confirm' };
export const removePhone: Call<E['removePhone']> = { method: 'DELETE', path: '/auth/phone' };
export const ways: Call<E['ways']> = { method: 'GET', path: '/auth/way' };
export const linkGoogle: Call<E['linkGoogle']> = { method: 'POST', path: '/auth/way/google' };
export const removeWay: Call<E['removeWay']> = { method: 'DELETE', path: '/auth/way/{id}' };
export const sessions: Call<E['sessions']> = { method: 'GET', path: '/auth/session' };
export const endSession: Call<E['endSession']> = { method: 'DELETE', path: '/auth/session/{id}' };
export const endOtherSessions: Call<E['endOtherSessions']> = { method: 'DELETE', path: '/auth/session' };
