import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clientSlot } from '../../platform/slot/client-slot.tsx';
import { inTime } from '../../platform/slot/in-time.ts';
import { useStatus } from '../../platform/slot/use-status.ts';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';

const TokenActions = clientSlot(async () => (await import('./token-actions.tsx')).TokenActions);

/** What a visitor asked for before he was signed in. */
export type Wanted = 'buy' | 'bid';

/**
 * What a visitor can do with a token, rendered with the page and without the code of trading: a press asks him in, and
 * once he is, the trading is there and does what he wanted. An auction counts down and is bid on by the real thing.
 */
export const VisitorActions = ({ token }: { token: TokenDetail }) => {
  const { t } = useTranslation();
  const status = useStatus();
  const [wanted, setWanted] = useState<Wanted>();
  const offers = token.offers as Offer[];
  const canBuy =
    token.status === 'minted' && offers.some(({ type, status: state }) => type === 'SALE' && state === 'ACTIVE');
  const canBid = token.status === 'minted' && token.ownerships.length > 0;
  const hasAuction = offers.some(({ type }) => type === 'AUCTION');

  if (status !== 'anonymous' || hasAuction) {
    const room = canBuy ? <Skeleton className="mt-4 h-11 rounded-xl" /> : null;
    return <TokenActions token={token} wanted={wanted} onTaken={() => setWanted(undefined)} room={room} />;
  }
  const press = (what: Wanted) =>
    void inTime(() => import('../auth/auth-dialog.ts')).then(
      ({ openAuth }) => openAuth('participate', { need: 'wallet', then: () => setWanted(what) }),
      () => toast.error(t('error.page.chunkText')),
    );
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {canBuy && (
        <Button size="large" onClick={() => press('buy')}>
          {t('trade.action.buy')}
        </Button>
      )}
      {canBid && (
        <Button size="large" variant="outlined" onClick={() => press('bid')}>
          {t('trade.action.offer')}
        </Button>
      )}
    </div>
  );
};
