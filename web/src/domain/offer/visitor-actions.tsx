import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { withTimeout } from '../../platform/lazy/with-timeout.ts';
import { MissingPart } from '../../platform/lazy/missing-part.tsx';
import { useSessionStatus } from '../../platform/lazy/use-session-status.ts';
import { Button } from '../../ui/button.tsx';
import { FocusPlace } from '../../ui/focus-place.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActionsSkeleton } from './actions-skeleton.tsx';
import type { Wanted } from './token-actions.tsx';
import { ACTION_LINK, useLinkedAction } from './use-linked-action.ts';

type Props = { token: TokenDetail; /** Shown to a buyer. */ buyerNotice?: ReactNode };
type Trading = ComponentType<Props & { wanted?: Wanted | undefined; onTaken: () => void }>;
const loadTrading = (): Promise<Trading> =>
  withTimeout(async () => (await import('./token-actions.tsx')).TokenActions).catch(() => MissingPart);

/** The trading code, once it is wanted and loaded. It stays after a sign-out, so that an open dialog survives. */
const useTrading = (isWanted: boolean): { Part: Trading } | undefined => {
  const [trading, setTrading] = useState<{ Part: Trading }>();
  useEffect(() => {
    if (isWanted) void loadTrading().then((Part) => setTrading({ Part }));
  }, [isWanted]);
  return trading;
};

/**
 * What anyone can do with a token, rendered with the page and without the trading code. A visitor's press starts the
 * sign-in; then the trading code loads and continues the chosen action. Signed-in users, and everyone on an auction,
 * load it at once.
 */
export const VisitorActions = (props: Props) => {
  const { t } = useTranslation();
  return (
    <FocusPlace label={t('trade.action.label')}>
      <Actions {...props} />
    </FocusPlace>
  );
};

const Actions = ({ token, buyerNotice }: Props) => {
  const { t } = useTranslation();
  const status = useSessionStatus();
  const [wanted, setWanted] = useState<Wanted>();
  const { linked } = useLinkedAction();
  const { pathname, search } = useLocation();
  const offers = token.offers as Offer[];
  const auctions = offers.filter(({ type }) => type === 'AUCTION');
  const hasAuction = auctions.length > 0;
  const isAuctionOpen = auctions.some(({ status: state }) => state === 'ACTIVE');
  const trading = useTrading(status === 'signedIn' || hasAuction || linked !== undefined);
  const isMinted = token.status === 'minted';
  const canBuy = isMinted && offers.some(({ type, status: state }) => type === 'SALE' && state === 'ACTIVE');

  if (trading)
    return (
      <trading.Part token={token} buyerNotice={buyerNotice} wanted={wanted} onTaken={() => setWanted(undefined)} />
    );
  const canBid = isMinted && token.ownerships.length > 0 && !token.noOffers;
  const room = <ActionsSkeleton count={Number(canBuy) + Number(hasAuction ? isAuctionOpen : canBid)} />;
  // A signed-in user's own token has other actions, so the buttons are not known yet.
  if (hasAuction || status !== 'anonymous') return room;
  const press = (what: Wanted) => {
    withTimeout(() => import('../auth/auth-dialog.ts')).then(
      ({ openAuth }) =>
        openAuth('participate', {
          need: 'wallet',
          then: () => setWanted(what),
          resume: pathname + search + ACTION_LINK[what],
        }),
      () => toast.error(t('error.page.chunkText')),
    );
  };
  return (
    <>
      <div className="for-account">{room}</div>
      <div className="for-visitor mt-4 flex flex-col gap-3 empty:hidden">
        {canBuy && (
          <Button size="large" onClick={() => press('buy')}>
            {t('trade.action.buy')}
          </Button>
        )}
        {canBid && (
          <Button size="large" variant="outlined" onClick={() => press('offer')}>
            {t('trade.action.offer')}
          </Button>
        )}
      </div>
    </>
  );
};
