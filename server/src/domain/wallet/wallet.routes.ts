import { walletEndpoints } from '@skarb/schema/auth';
import { tokenEndpoints } from '@skarb/schema/token';
import type { Context } from '../../context.ts';
import { bind, type Binder, type Call } from '../../platform/http/bind.ts';
import { costly } from '../../platform/http/rate-limit.ts';
import { readGasDrop, requestGasDrop } from './wallet.drop.service.ts';
import { readHoldings } from './wallet.holdings.ts';
import { sendSteps } from './wallet.send.ts';
import { readPromised, readTransfer } from './wallet.transfer.ts';
import { readBalance, readCredits, readErc20Allowance, readNftAllowance } from './wallet.service.ts';

export const walletRoutes = (binder: Binder, context: Pick<Context, 'config' | 'db' | 'chain'>): void => {
  /** Each of these calls a node. */
  const limit = ({ request, caller }: Pick<Call<(typeof walletEndpoints)['balance']>, 'request' | 'caller'>) =>
    binder.rateLimit(...costly('wallet', request, caller, 300));
  bind(binder, walletEndpoints.nftAllowance, async ({ caller, query, request }) => {
    await limit({ caller, request });
    const { approved } = await readNftAllowance(context, caller.uuid, query.tokenUuid);
    return { data: { approved } };
  });
  bind(binder, walletEndpoints.approveNft, async ({ caller, body, request }) => {
    await limit({ caller, request });
    return { data: await readNftAllowance(context, caller.uuid, body.tokenUuid) };
  });
  bind(binder, walletEndpoints.erc20Allowance, async ({ caller, query, request }) => {
    await limit({ caller, request });
    const { allowance, required, sufficient } = await readErc20Allowance(
      context,
      caller.uuid,
      query.offerUuid,
      query.quantity,
    );
    return { data: { allowance, required, sufficient } };
  });
  bind(binder, walletEndpoints.approveErc20, async ({ caller, body, request }) => {
    await limit({ caller, request });
    const { sufficient, steps } = await readErc20Allowance(context, caller.uuid, body.offerUuid, body.quantity);
    return { data: { sufficient, steps } };
  });
  bind(binder, walletEndpoints.balance, async ({ caller, query, request }) => {
    await limit({ caller, request });
    return { data: await readBalance(context, caller.uuid, query.currencyUuid) };
  });
  bind(binder, walletEndpoints.promised, async ({ caller, query }) => ({
    data: await readPromised(context.db.sql, caller.uuid, query.currencyUuid),
  }));
  bind(binder, walletEndpoints.holdings, async ({ caller, query, request }) => {
    await limit({ caller, request });
    return { data: await readHoldings(context, caller.uuid, query.to) };
  });
  bind(binder, walletEndpoints.transfer, async ({ caller, query, request }) => {
    await limit({ caller, request });
    return { data: await readTransfer(context, caller.uuid, query) };
  });
  bind(binder, tokenEndpoints.send, async ({ caller, body, request }) => {
    // Each asks a node about every receiver.
    await binder.rateLimit(...costly('send-token', request, caller, 60));
    return { data: { steps: await sendSteps(context, caller.uuid, body) } };
  });
  bind(binder, walletEndpoints.credit, async ({ caller, query, request }) => {
    await limit({ caller, request });
    return { data: await readCredits(context, caller.uuid, query.to) };
  });
  bind(binder, walletEndpoints.gasDrop, async ({ caller, request }) => {
    await limit({ caller, request });
    return { data: await readGasDrop(context, caller.uuid) };
  });
  bind(binder, walletEndpoints.requestGasDrop, async ({ caller, request }) => {
    await binder.rateLimit(...costly('gas-drop', request, caller, 20));
    return { data: await requestGasDrop(context, caller.uuid) };
  });
};
