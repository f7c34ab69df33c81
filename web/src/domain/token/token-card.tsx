import type { CardAuction } from '@skarb/schema/token';
import { AudioLines, Box, Clock, EyeOff, Gavel, PencilLine, Play, Search } from 'lucide-react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Countdown, useChainNow } from '../reference/countdown.tsx';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { PersonLink } from '../profile/person.tsx';
import { useCardAction } from './card-action.ts';
import { FavoriteButton } from './favorite-button.tsx';
import { useWorkLink } from './opened-work.ts';
import type { ListedToken } from './token.query.ts';

const DeleteDraft = clientOnly(async () => (await import('./delete-draft.tsx')).DeleteDraft);

/**
 * The width of a card in the grid, so that the browser chooses a preview. Smaller than the truth on phones: the 320 px
 * preview is sharp enough there and a third of the bytes of the next.
 */
const SIZES =
  '(min-width: 90rem) 300px, (min-width: 64rem) 24vw, (min-width: 47.5rem) 32vw, (min-width: 30rem) 46vw, 27vw';

const KindMark = ({ mimeType }: { mimeType: string }) => {
  const Icon = mimeType.startsWith('video/')
    ? Play
    : mimeType.startsWith('audio/')
      ? AudioLines
      : mimeType.startsWith('model/')
        ? Box
        : undefined;
  return Icon ? (
    <span className="absolute left-3 top-3 flex size-8 items-center justify-center rounded-full bg-ink-950/70 text-ink-50">
      <Icon aria-hidden className="size-4" />
    </span>
  ) : null;
};

/** The time left to bid: the picture and the names stay whole, and the card as high as others. */
const AuctionMark = ({
  auction,
  networkUuid,
  className,
}: {
  auction: CardAuction;
  networkUuid: string;
  className: string;
}) => {
  const { t } = useTranslation();
  const now = useChainNow(networkUuid);
  // The server keeps its place: which of its times counts, the chain's clock tells.
  const isWaiting = auction.startsAt !== null && (now === null || Date.parse(auction.startsAt) > now);
  const isOver = now !== null && Date.parse(auction.endsAt) <= now;
  return (
    <span
      className={cx('flex shrink-0 items-center gap-1.5 text-ink-200', now === null && 'invisible', className)}
      data-auction-mark
    >
      {isWaiting ? (
        <Clock aria-hidden className="size-3.5 shrink-0 text-blue-400" />
      ) : (
        <Gavel aria-hidden className="size-3.5 shrink-0 text-gold-400" />
      )}
      {!isOver && (
        <span data-words={isWaiting || undefined} className={isWaiting ? '@max-[13rem]:sr-only' : 'sr-only'}>
          {t(isWaiting ? 'offer.auction.startsIn' : 'offer.auction.endsIn')}
        </span>
      )}
      <Countdown to={isWaiting ? (auction.startsAt as string) : auction.endsAt} networkUuid={networkUuid} isShort />
    </span>
  );
};

/** How many bids there are, or that there are none; of an edition, how many copies it has. */
const Note = ({ token: { listing, auction, type, quantity, held } }: { token: ListedToken }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  if (!listing && auction)
    return (
      <span className="whitespace-nowrap @max-[13rem]:sr-only">
        {auction.bidCount > 0 ? (
          <>
            <span className="sr-only">{t('offer.auction.highest')}, </span>
            {t('offer.auction.bidCount', { count: auction.bidCount })}
          </>
        ) : (
          t('offer.auction.reserve')
        )}
      </span>
    );
  if (type !== 'ERC1155') return null;
  return (
    <span className="num ms-auto whitespace-nowrap">
      {held
        ? t('token.youHold', { count: held, total: formats.count(quantity) })
        : t('token.editionOf', { count: quantity })}
    </span>
  );
};

/**
 * What it costs now, otherwise what it was sold for last, or that it is not for sale; below it what that is worth. Two
 * lines whatever is in them: the cards of a row and their placeholders are equally high, and what is in one line of a
 * card is so in all. The time left to bid is beside the price, in a narrow card in place of the number of bids.
 */
const CardPrice = ({ token }: { token: ListedToken }) => {
  const { t } = useTranslation();
  const asked = token.listing ?? token.auction;
  const paid = asked ?? token.lastSale;
  const action = useCardAction();
  const shown = token.listing && action?.(token);
  const timeLeft = (className: string) =>
    token.auction &&
    !token.isHidden && (
      <AuctionMark auction={token.auction} networkUuid={token.network.uuid} className={cx('self-center', className)} />
    );
  return (
    <div data-price className="mt-1 text-sm text-ink-400">
      <div className={cx('relative flex min-h-6 flex-wrap items-baseline gap-x-2', !!shown && 'pe-7')}>
        {paid ? (
          <>
            {!asked && t('work.lastSale')}
            <Price
              isRounded
              amount={paid.price}
              currency={paid.currency}
              hasMark={!!asked}
              className={cx(asked && 'text-base font-semibold text-ink-50')}
            />
          </>
        ) : (
          t('token.notForSale')
        )}
        {timeLeft('ms-auto @max-[13rem]:hidden')}
        {shown}
      </div>
      <div className="flex min-h-5 flex-wrap items-baseline justify-between gap-x-2 @max-[13rem]:text-xs/5">
        {paid && <Fiat amount={paid.price} currency={paid.currency} isLive={false} isPast={!asked} className="num" />}
        <Note token={token} />
        {timeLeft('@min-[13rem]:hidden')}
      </div>
    </div>
  );
};

/**
 * A token in a grid: the whole picture on a mat, its name, its artist and its price. A press anywhere opens the token; the
 * artist and the heart are above that link, not inside it.
 */
export const TokenCard = ({
  token: work,
  isFirst = false,
  note,
}: {
  token: ListedToken;
  isFirst?: boolean;
  /** Why it is in the list. */ note?: string | undefined;
}) => {
  const { t } = useTranslation();
  const token = useInLanguage()(work);
  const { place, link } = useWorkLink<HTMLElement>(token, 'card');
  const isDraft = token.status === 'draft';
  return (
    <article ref={place} className="group @container relative" data-token={token.uuid}>
      <div className="relative overflow-hidden rounded-2xl">
        <Picture
          image={token.image}
          // The link below says the name.
          alt=""
          sizes={SIZES}
          fit="mat"
          isFirst={isFirst}
        />
        <KindMark mimeType={token.image.mimeType} />
        {(token.isHidden || token.status !== 'minted') && (
          <span className="absolute bottom-3 left-3 inline-flex max-w-[calc(100%-1.5rem)] items-center gap-1.5 rounded-full bg-ink-950/85 px-3 py-1 text-sm text-ink-50">
            {token.isHidden ? <EyeOff aria-hidden className="size-4" /> : <PencilLine aria-hidden className="size-4" />}
            {t(token.isHidden ? 'token.hidden' : `token.mark.${token.status}`)}
          </span>
        )}
      </div>
      <div className="px-0.5 pt-3">
        <h3 className="font-semibold leading-6 text-ink-50">
          <Link
            to={path.token(token.uuid)}
            data-card
            dir="auto"
            {...link}
            className="block truncate outline-offset-4 before:absolute before:inset-0 before:rounded-2xl focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400 focus-visible:outline-none"
          >
            {token.name}
          </Link>
        </h3>
        <p data-maker className="flex min-w-0 text-sm text-ink-200">
          <PersonLink person={token.creator} avatarClassName="size-5" className="relative z-10 hover:text-ink-50" />
        </p>
        <CardPrice token={token} />
        {note && (
          <p className="mt-1 flex gap-1.5 text-sm text-ink-200">
            <Search aria-hidden className="mt-0.75 size-3.5 shrink-0 text-ink-400" />
            <span className="wrap-anywhere min-w-0">{note}</span>
          </p>
        )}
      </div>
      {/* After the title, which the keyboard reaches first. */}
      <FavoriteButton token={token} className={cx('absolute top-2 z-10', isDraft ? 'right-12' : 'right-2')} />
      {/* In the corner: wide screens show the heart only below the pointer. */}
      {isDraft && <DeleteDraft token={token} isOnCard />}
    </article>
  );
};

/** A card's placeholder, with the same shape to the pixel. */
export const TokenCardSkeleton = () => (
  <div aria-hidden>
    <Skeleton className="aspect-square rounded-2xl" />
    <div className="flex flex-col px-0.5 pt-3">
      <Skeleton className="my-1 h-4 w-3/4" />
      <Skeleton className="my-1 h-4 w-1/2" />
      <Skeleton className="mb-1 mt-2 h-4 w-1/3" />
      <Skeleton className="mb-1 h-4 w-1/4" />
    </div>
  </div>
);
