import type { TokenDetail } from '@skarb/schema/token';
import { useQueryClient } from '@tanstack/react-query';
import { Plus, Send } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { sameAddress } from '../../platform/format/same-address.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { path } from '../../platform/route/path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.tsx';
import { useGate } from '../auth/use-gate.ts';
import { repeatOf } from '../create/repeat.ts';
import type { JUST_MINTED } from '../token/just-minted.ts';
import { Asked } from '../price/asked.tsx';
import { useOpenDialog } from '../wallet/use-open-dialog.ts';
import { ActionsSkeleton } from './actions-skeleton.tsx';
import { refreshTrade } from './refresh-trade.ts';
import { ACTION_LINK, useLinkedAction } from './use-linked-action.ts';
import { AddToCart } from './cart/add-to-cart.tsx';
import { TokenAuctions } from './auction/token-auctions.tsx';
import { type OpenDialog, TokenDialogs } from './token-dialogs.tsx';
import { usePossibleActions } from './use-possible-actions.ts';

const DeleteDraft = clientOnly(async () => (await import('../token/delete-draft.tsx')).DeleteDraft);
const OwnSale = clientOnly(async () => (await import('./sale/own-sale.tsx')).OwnSale);
/** An action chosen before this code was loaded. */
export type Wanted = 'buy' | 'offer';

type Props = {
  token: TokenDetail;
  /** The sale to buy from; by default the cheapest that is not the viewer's own. */
  offerUuid?: string;
  /** What a buyer has to know about the token, shown when they buy. */
  buyerNotice?: ReactNode;
  /** The action chosen before this code was loaded. */ wanted?: Wanted | undefined;
  onTaken?: () => void;
};

/** The ways to part with a work: for a price, in an auction, or as a gift. */
const SellButtons = ({
  hasSale,
  isSecondary,
  onSell,
  onAuction,
  onSend,
}: {
  /** Other copies are on sale already. */ hasSale: boolean;
  /** Buying comes first here. */ isSecondary: boolean;
  onSell: () => void;
  onAuction: () => void;
  onSend: (() => void) | undefined;
}) => {
  const { t } = useTranslation();
  return (
    <div className={cx('grid grid-cols-2 gap-3', onSend && 'min-[24rem]:grid-cols-[1fr_1fr_auto]')}>
      <p className="col-span-full text-sm text-ink-200">{t('trade.action.howToSell')}</p>
      <Button
        size="large"
        className="max-tablet:px-2"
        variant={isSecondary ? 'outlined' : 'contained'}
        onClick={onSell}
      >
        {t(hasSale ? 'trade.action.sellMore' : 'trade.action.sell')}
      </Button>
      <Button size="large" className="max-tablet:px-2" variant="outlined" onClick={onAuction}>
        {t('trade.action.auction')}
      </Button>
      {onSend && (
        // In the same row: whoever wins an auction sees it where bids were, and what is below stays.
        <Button
          size="large"
          variant="outlined"
          className="px-4 max-[24rem]:col-span-2"
          aria-label={t('trade.action.send')}
          title={t('trade.action.send')}
          onClick={onSend}
        >
          <Send aria-hidden className="size-5" />
        </Button>
      )}
    </div>
  );
};

/** What the viewer can do with a token: buy, sell, edit or cancel their sale, finish a mint. */
export const TokenActions = ({ token, offerUuid, buyerNotice, wanted, onTaken }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const gate = useGate();
  const { status, user } = useSession();
  const { address } = useWallet();
  const [open, setOpen] = useOpenDialog<OpenDialog>([
    [`purchase:${token.uuid}`, { name: 'buy' }],
    [`sale:${token.uuid}`, { name: 'sell' }],
    [`bid:${token.uuid}`, { name: 'bid' }],
    [`auction:${token.uuid}`, { name: 'auction' }],
    [`mint:${token.uuid}`, { name: 'mint' }],
    [`send-work:${token.uuid}`, { name: 'send' }],
  ]);
  const possible = usePossibleActions(token, offerUuid);
  const {
    own,
    sales,
    toBuy,
    best,
    isEdition,
    isTradable,
    canBuy,
    canSell,
    canBid,
    canMint,
    canDelete,
    canSend,
    isSettled,
  } = possible;
  const { state: arrival } = useLocation() as { state: Partial<typeof JUST_MINTED> | null };
  const [isMintedHere, setMintedHere] = useState(false);
  const canMakeAnother = isTradable && token.creator.uuid === user?.uuid && (isMintedHere || arrival?.isJustMinted);

  const isKnown = status !== 'loading';
  const { linked, forget } = useLinkedAction();
  const action = wanted ?? (linked === 'bid' ? undefined : linked);
  const startBuy = () => gate('wallet', () => setOpen({ name: 'buy', offer: toBuy }), ACTION_LINK.buy);
  const startBid = () => gate('wallet', () => setOpen({ name: 'bid' }), ACTION_LINK.offer);
  const startSend = () => gate('wallet', () => setOpen({ name: 'send' }));
  // Once for each wanted action: what is to be bought may change below an open dialog.
  const take = useEffectEvent((next: Wanted) => {
    onTaken?.();
    if (linked) forget();
    if (next === 'buy' && canBuy) startBuy();
    // Sold, or taken off sale, while they signed in or made their key.
    else if (next === 'buy' && possible.held === 0) toast.info(t('trade.buy.gone'));
    if (next === 'offer' && canBid) startBid();
  });
  useEffect(() => {
    if (action && isKnown) take(action);
  }, [action, isKnown]);

  // Beside the buttons of a sale that is the only one: a row of its own would hold one small button.
  const isSentFromSale = canSend && !canSell && own?.length === 1 && own[0]?.status !== 'CANCELLING';
  const isForeign = possible.held > 0 && !!address && !sameAddress(address, user?.metamaskWallet);
  const actions = (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {canMint && (
        <Button onClick={() => gate('wallet', () => setOpen({ name: 'mint' }))}>{t('trade.action.mint')}</Button>
      )}
      {canDelete && (
        <DeleteDraft token={token} onDeleted={() => void navigate(`${path.profile}?tab=created`, { replace: true })} />
      )}
      {canBuy && (
        <div className="flex gap-3">
          <Button size="large" className="flex-1" onClick={startBuy}>
            {t('trade.action.buy')}
          </Button>
          {toBuy && user && <AddToCart offer={toBuy} />}
        </div>
      )}
      {!offerUuid && <TokenAuctions token={token} />}
      {own?.map((offer) => (
        <OwnSale
          key={offer.uuid}
          offer={offer}
          isEdition={isEdition}
          onEdit={() => setOpen({ name: 'edit', offer })}
          onCancel={() => setOpen({ name: 'cancel', offer })}
          onApprove={() => setOpen({ name: 'approve' })}
          onSend={isSentFromSale ? startSend : undefined}
          fallback={<Skeleton className={cx('rounded-2xl', isEdition ? 'h-29' : 'h-22.25')} />}
        />
      ))}
      {best && (
        <div className="flex items-center justify-between gap-4">
          <p className="text-sm text-ink-200">
            {t('trade.offers.best')}
            <Asked price={best.price} currency={best.currency.name} />
          </p>
          <Button
            variant="outlined"
            aria-label={t('trade.action.acceptBest')}
            onClick={() => gate('wallet', () => setOpen({ name: 'accept', offer: best }))}
          >
            {t('trade.action.accept')}
          </Button>
        </div>
      )}
      {canSell && (
        <SellButtons
          hasSale={isEdition && (own?.length ?? 0) > 0}
          isSecondary={canBuy}
          onSell={() => gate('wallet', () => setOpen({ name: 'sell' }))}
          onAuction={() => gate('wallet', () => setOpen({ name: 'auction' }))}
          onSend={canSend ? startSend : undefined}
        />
      )}
      {canBid && (
        <Button size="large" variant="outlined" onClick={startBid}>
          {t('trade.action.offer')}
        </Button>
      )}
      <div className="flex flex-wrap gap-3 empty:hidden">
        {canSend && !canSell && !isSentFromSale && (
          <Button variant="outlined" size="small" onClick={startSend}>
            <Send aria-hidden className="size-4" />
            {t('trade.action.send')}
          </Button>
        )}
        {canMakeAnother && (
          <Link to={path.createToken} state={repeatOf(token)} className={buttonClass('outlined', 'small')}>
            <Plus aria-hidden className="size-4" />
            {t('create.another')}
          </Link>
        )}
      </div>
      {isForeign && user?.metamaskWallet && (
        <p role="status" className="text-sm text-gold-400">
          {t('wallet.foreign', { address: shortHex(user.metamaskWallet) })}
        </p>
      )}
    </div>
  );
  return (
    <>
      {isSettled ? actions : <ActionsSkeleton count={sales.length > 0 ? 2 : 1} />}
      <TokenDialogs
        token={token}
        open={open}
        possible={possible}
        buyerNotice={buyerNotice}
        onClose={() => setOpen(undefined)}
        onMinted={() => {
          setMintedHere(true);
          void refreshTrade(client);
        }}
      />
    </>
  );
};
