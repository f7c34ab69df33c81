import { fundLocal } from '@skarb/contracts/faucet';
import { getAddress, parseEther, parseUnits, type Address } from 'viem';
import type { Context } from '../../context.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { reading } from '../../platform/chain/client.ts';
import type { MinterLine } from './dev.minter.ts';

const GIVEN = { pol: '100', weth: '10', usdc: '10000' };

/** Sends play money and waits until the transfers are mined. */
export const createFaucet = ({ config }: Pick<Context, 'config'>, inLine: MinterLine) => {
  const pour = async (to: Address, minterKey: `0x${string}`): Promise<void> => {
    const { weth, usdc } = config.deployment;
    const money = {
      pol: parseEther(GIVEN.pol),
      weth: parseEther(GIVEN.weth),
      usdc: parseUnits(GIVEN.usdc, 6),
    };
    for (let attempt = 1; ; attempt++) {
      try {
        await reading(() =>
          fundLocal({ rpcUrl: config.chain.rpcUrl, deployment: { weth, usdc }, minterKey, to, ...money }),
        );
        return;
      } catch (error) {
        // The seed's set-up mints with the same key without this lock.
        if (attempt >= 3 || !/nonce/i.test(String(error))) throw error;
      }
    }
  };
  return async (to: Address) => {
    const minterKey = config.faucetKey;
    if (!minterKey)
      throw new AppError(503, 'faucet.off', 'This server has no play money to give', { retryAfterSeconds: 3600 });
    await inLine(() => pour(to, minterKey));
    return { address: getAddress(to), ...GIVEN };
  };
};
