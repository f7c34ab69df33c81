// Written by `npm run generate -w schema`.
import type { walletEndpoints } from '../auth.ts';
import type { Call } from '../endpoint.ts';

type E = typeof walletEndpoints;

export const nftAllowance: Call<E['nftAllowance']> = { method: 'GET', path: '/auth/wallet/allowance/nft/marketplace' };
export const approveNft: Call<E['approveNft']> = { method: 'POST', path: '/auth/wallet/allowance/nft/marketplace' };
export const erc20Allowance: Call<E['erc20Allowance']> = { method: 'GET', path: '/auth/wallet/allowance/erc20' };
export const approveErc20: Call<E['approveErc20']> = { method: 'POST', path: '/auth/wallet/allowance/erc20' };
export const balance: Call<E['balance']> = { method: 'GET', path: '/auth/wallet/balance' };
export const promised: Call<E['promised']> = { method: 'GET', path: '/auth/wallet/promised' };
export const credit: Call<E['credit']> = { method: 'GET', path: '/auth/wallet/credit' };
export const gasDrop: Call<E['gasDrop']> = { method: 'GET', path: '/auth/wallet/gas-drop' };
export const requestGasDrop: Call<E['requestGasDrop']> = { method: 'POST', path: '/auth/wallet/gas-drop' };
export const holdings: Call<E['holdings']> = { method: 'GET', path: '/auth/wallet/holdings' };
export const transfer: Call<E['transfer']> = { method: 'GET', path: '/auth/wallet/transfer' };
