import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { sameAddress } from '../../platform/format/same-address.ts';
import { useWallet } from '../../platform/wallet/wallet.ts';
import { path } from '../../platform/route/path.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useGate } from '../auth/use-gate.ts';
import { repeatOf } from '../create/repeat.ts';
import type { JUST_MINTED } from '../token/just-minted.ts';
import { Asked } from '../price/asked.tsx';
import { useOpenDialog } from '../wallet/use-open-dialog.ts';
import { ActionsSkeleton } from './actions-skeleton.tsx';
import { availableFor, freeOf, heldBy, isOwn, promisedIn, useOwnOffers } from './own-offers.ts';
import { tokenBidsQuery } from './offer.query.ts';
import { refreshTrade } from './refresh-trade.ts';
import { ACTION_LINK, useLinkedAction } from './use-linked-action.ts';
import { auctionsOf, TokenAuctions } from './auction/token-auctions.tsx';

const OwnSale = clientOnly(async () => (await import('./sale/own-sale.tsx')).OwnSale);
const PurchaseDialog = lazyDialog(async () => (await import('./sale/purchase-dialog.tsx')).PurchaseDialog);
const SellDialog = lazyDialog(async () => (await import('./sale/sell-dialog.tsx')).SellDialog);
const BidDialog = lazyDialog(async () => (await import('./bid/bid-dialog.tsx')).BidDialog);
const AuctionDialog = lazyDialog(async () => (await import('./auction/auction-dialog.tsx')).AuctionDialog);
const EditDialog = lazyDialog(async () => (await import('./sale/edit-dialog.tsx')).EditDialog);
const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const AcceptDialog = lazyDialog(async () => (await import('./bid/accept-dialog.tsx')).AcceptDialog);
const ApproveDialog = lazyDialog(async () => (await import('./sale/approve-dialog.tsx')).ApproveDialog);
const MintDialog = lazyDialog(async () => (await import('../create/mint-dialog.tsx')).MintDialog);

/** An action chosen before this code was loaded. */
export type Wanted = 'buy' | 'offer';

type Open =
  | { name: 'buy'; offer?: Offer }
  | { name: 'sell' | 'auction' | 'bid' }
  | { name: 'edit' | 'cancel' | 'accept'; offer: Offer }
  | { name: 'approve' }
  | { name: 'mint' };

type Props = {
  token: TokenDetail;
  /** The sale to buy from; by default the cheapest that is not the viewer's own. */
  offerUuid?: string;
  /** What a buyer has to know about the token, shown when they buy. */
  buyerNotice?: ReactNode;
  /** The action chosen before this code was loaded. */ wanted?: Wanted | undefined;
  onTaken?: () => void;
};

/** What the viewer can do with a token: buy, sell, edit or cancel their sale, finish a mint. */
export const TokenActions = ({ token, offerUuid, buyerNotice, wanted, onTaken }: Props) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const gate = useGate();
  const { status, user } = useSession();
  const { address } = useWallet();
  const own = useOwnOffers(token.uuid, user);
  const [open, setOpen] = useOpenDialog<Open>([
    [`purchase:${token.uuid}`, { name: 'buy' }],
    [`sale:${token.uuid}`, { name: 'sell' }],
    [`bid:${token.uuid}`, { name: 'bid' }],
    [`auction:${token.uuid}`, { name: 'auction' }],
    [`mint:${token.uuid}`, { name: 'mint' }],
  ]);
  const close = () => setOpen(undefined);

  const sales = (token.offers as Offer[]).filter(({ type, status: state }) => type === 'SALE' && state === 'ACTIVE');
  const isMine = (offer: Offer) => isOwn(offer, user);
  const toBuy = offerUuid ? sales.find(({ uuid }) => uuid === offerUuid) : sales.find((offer) => !isMine(offer));
  // A hidden token cannot be traded here; its owner can still cancel open sales.
  const isTradable = token.status === 'minted' && !token.hidden;
  const canBuy = !!toBuy && !isMine(toBuy) && isTradable;
  const held = heldBy(token, user);
  const isEdition = token.type === 'ERC1155';
  // The list of offers is far below on a phone: the best one is beside what else its holder can do.
  const bids = useInfiniteQuery({ ...tokenBidsQuery(token.uuid), enabled: held > 0 && isTradable });
  const best = (bids.data?.pages[0]?.data as Offer[] | undefined)?.find(
    ({ status: state, isHidden, buyer }) => held > 0 && state === 'ACTIVE' && !isHidden && buyer?.uuid !== user?.uuid,
  );
  const auctions = auctionsOf(token);
  // The viewer still owns units in the auction house but cannot sell them.
  const free = freeOf(token, user);
  const available = Math.max(0, free - promisedIn(own ?? []));
  const isAuctioned = auctions.length > 0;
  // An ERC-721 on sale is edited, never listed twice.
  const canSell =
    isTradable && held > 0 && own !== undefined && (isEdition ? available > 0 : own.length === 0 && !isAuctioned);
  // A single token in an auction takes bids, not offers; nobody makes an offer for units that are all their own.
  const others = token.ownerships.reduce((sum, { quantity }) => sum + quantity, 0) - held;
  const canBid = isTradable && others > 0 && !token.noOffers && (isEdition || !isAuctioned);
  const canMint = token.status === 'draft' && token.creator.uuid === user?.uuid;
  const { state: arrival } = useLocation() as { state: Partial<typeof JUST_MINTED> | null };
  const [isMintedHere, setMintedHere] = useState(false);
  const canMakeAnother = isTradable && token.creator.uuid === user?.uuid && (isMintedHere || arrival?.isJustMinted);

  const isKnown = status !== 'loading';
  const { linked, forget } = useLinkedAction();
  const action = wanted ?? (linked === 'bid' ? undefined : linked);
  const startBuy = () => gate('wallet', () => setOpen({ name: 'buy', offer: toBuy }), ACTION_LINK.buy);
  const startBid = () => gate('wallet', () => setOpen({ name: 'bid' }), ACTION_LINK.offer);
  // Once for each wanted action: what is to be bought may change below an open dialog.
  const take = useEffectEvent((next: Wanted) => {
    onTaken?.();
    if (linked) forget();
    if (next === 'buy' && canBuy) startBuy();
    if (next === 'offer' && canBid) startBid();
  });
  useEffect(() => {
    if (action && isKnown) take(action);
  }, [action, isKnown]);

  // The marketplace sends the mint; poll until the token is minted.
  useEffect(() => {
    if (token.status !== 'minting') return;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['token', 'one', token.uuid] }), 2_000);
    return () => clearInterval(timer);
  }, [client, token.status, token.uuid]);

  // An owner may have it on sale, so wait for their own sales before showing a buyer's buttons.
  const isSettled = status !== 'loading' && (held === 0 || (own !== undefined && !bids.isLoading));
  const isForeign = held > 0 && !!address && !sameAddress(address, user?.metamaskWallet);
  const actions = (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {canMint && (
        <Button onClick={() => gate('wallet', () => setOpen({ name: 'mint' }))}>{t('trade.action.mint')}</Button>
      )}
      {canBuy && (
        <Button size="large" onClick={startBuy}>
          {t('trade.action.buy')}
        </Button>
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
        <div className="grid grid-cols-2 gap-3">
          <p className="col-span-2 text-sm text-ink-200">{t('trade.action.howToSell')}</p>
          <Button
            size="large"
            className="max-tablet:px-3"
            variant={canBuy ? 'outlined' : 'contained'}
            onClick={() => gate('wallet', () => setOpen({ name: 'sell' }))}
          >
            {t(isEdition && (own?.length ?? 0) > 0 ? 'trade.action.sellMore' : 'trade.action.sell')}
          </Button>
          <Button
            size="large"
            className="max-tablet:px-3"
            variant="outlined"
            onClick={() => gate('wallet', () => setOpen({ name: 'auction' }))}
          >
            {t('trade.action.auction')}
          </Button>
        </div>
      )}
      {canBid && (
        <Button size="large" variant="outlined" onClick={startBid}>
          {t('trade.action.offer')}
        </Button>
      )}
      {canMakeAnother && (
        <Link to={path.createToken} state={repeatOf(token)} className={buttonClass('outlined', 'small', 'self-start')}>
          <Plus aria-hidden className="size-4" />
          {t('create.another')}
        </Link>
      )}
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
      {open?.name === 'buy' && <PurchaseDialog token={token} offer={open.offer} notice={buyerNotice} onClose={close} />}
      {open?.name === 'sell' && <SellDialog token={token} available={isEdition ? available : 1} onClose={close} />}
      {open?.name === 'bid' && <BidDialog token={token} available={isEdition ? others : 1} onClose={close} />}
      {open?.name === 'auction' && (
        <AuctionDialog token={token} available={isEdition ? available : 1} onClose={close} />
      )}
      {open?.name === 'edit' && (
        <EditDialog
          offer={open.offer}
          available={isEdition ? availableFor(open.offer, own ?? [], free) : 1}
          onClose={close}
        />
      )}
      {open?.name === 'cancel' && <CancelDialog offer={open.offer} onClose={close} />}
      {open?.name === 'accept' && <AcceptDialog offer={open.offer} held={held} onClose={close} />}
      {open?.name === 'approve' && <ApproveDialog token={token} onClose={close} />}
      {open?.name === 'mint' && (
        <MintDialog
          token={token}
          onClose={close}
          onMinted={() => {
            setMintedHere(true);
            void refreshTrade(client);
          }}
        />
      )}
    </>
  );
};
