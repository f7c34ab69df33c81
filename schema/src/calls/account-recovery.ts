// Written by `npm run generate -w schema`.
import type { accountRecoveryEndpoints } from '../account-recovery.ts';
import type { Call } from '../endpoint.ts';

type E = typeof accountRecoveryEndpoints;

export const recovery: Call<E['recovery']> = { method: 'GET', path: '/account/recovery' };
export const chooseRecovery: Call<E['chooseRecovery']> = { method: 'POST', path: '/account/recovery' };
export const requestRecovery: Call<E['requestRecovery']> = { method: 'POST', path: '/account/recovery/request' };
export const recoveryLink: Call<E['recoveryLink']> = { method: 'POST', path: '/account/recovery/link' };
export const confirmRecovery: Call<E['confirmRecovery']> = { method: 'POST', path: '/account/recovery/confirm' };
export const stopRecovery: Call<E['stopRecovery']> = { method: 'POST', path: '/account/recovery/stop' };
