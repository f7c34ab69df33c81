import { walletEndpoints } from '@skarb/schema/auth';
import type { Context } from '../../context.ts';
import { bind, type Binder } from '../../platform/http/bind.ts';
import { readBalance, readCredits, readErc20Allowance, readNftAllowance } from './wallet.service.ts';

export const walletRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  bind(binder, walletEndpoints.nftAllowance, async ({ caller, query }) => {
    const { approved } = await readNftAllowance(context, caller.uuid, query.tokenUuid);
    return { data: { approved } };
  });
  bind(binder, walletEndpoints.approveNft, async ({ caller, body }) => ({
    data: await readNftAllowance(context, caller.uuid, body.tokenUuid),
  }));
  bind(binder, walletEndpoints.erc20Allowance, async ({ caller, query }) => {
    const { allowance, required, sufficient } = await readErc20Allowance(
      context,
      caller.uuid,
      query.offerUuid,
      query.quantity,
    );
    return { data: { allowance, required, sufficient } };
  });
  bind(binder, walletEndpoints.approveErc20, async ({ caller, body }) => {
    const { sufficient, steps } = await readErc20Allowance(context, caller.uuid, body.offerUuid, body.quantity);
    return { data: { sufficient, steps } };
  });
  bind(binder, walletEndpoints.balance, async ({ caller, query }) => ({
    data: await readBalance(context, caller.uuid, query.currencyUuid),
  }));
  bind(binder, walletEndpoints.credit, async ({ caller, query }) => ({
    data: await readCredits(context, caller.uuid, query.to),
  }));
};
