import type { ActivityEvent, ActivityKind } from '@skarb/schema/activity';
import { ArrowRight, Gavel, HandCoins, Send, Sparkles, Tag, Wallet } from 'lucide-react';
import { Link } from 'react-router';
import { Times } from '../../ui/times.tsx';
import { When } from '../../platform/format/when.tsx';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { EventPrice } from '../price/event-price.tsx';
import { PersonLink } from '../profile/person.tsx';
import { TransactionLink } from '../reference/transaction-link.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { MoreAlike } from './more-alike.tsx';
import type { ShownLine } from './use-gathered.ts';

const ICONS: Record<ActivityKind, typeof Tag> = {
  MINT: Sparkles,
  LISTING: Tag,
  SALE: Wallet,
  BID: Gavel,
  OFFER: HandCoins,
  AUCTION: Gavel,
  TRANSFER: Send,
};

/** The key of a kind's words; a listing whose terms changed has its own, and so has what somebody bought in a list of theirs. */
const wordsOf = ({ kind, event, toUser }: ActivityEvent, of: string | undefined): string => {
  if (kind === 'LISTING' && event === 'EDITED') return 'activity.event.EDITED';
  return kind === 'SALE' && of && toUser?.uuid === of ? 'activity.event.BOUGHT' : `activity.event.${kind}`;
};

/** Who gave it to whom. */
const Parties = ({ line }: { line: ActivityEvent }) => (
  <span className="flex min-w-0 items-center gap-2 text-sm text-ink-200">
    {line.from && <PersonLink person={line.fromUser} address={line.from} className="min-w-0" />}
    {line.from && line.to && <ArrowRight aria-hidden className="size-3.5 shrink-0 text-ink-400" />}
    {line.to && <PersonLink person={line.toUser} address={line.to} className="min-w-0" />}
  </span>
);

/** One event: the work, what happened, the price and its worth at that time, the people, when. */
export const ActivityRow = ({
  line,
  alike,
  of,
}: ShownLine & { /** Whose list it is in. */ of?: string | undefined }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const Icon = ICONS[line.kind];
  return (
    <li className="grid min-h-18 grid-cols-[3rem_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 py-3 max-[19rem]:grid-cols-[3rem_minmax(0,1fr)] fluid:max-wide:grid-cols-[3rem_minmax(0,1fr)_minmax(0,1fr)_9rem] wide:grid-cols-[3rem_minmax(0,5fr)_9rem_minmax(0,5fr)_10rem_9rem] desktop:grid-cols-[3rem_minmax(0,5fr)_13rem_minmax(0,5fr)_10rem_9rem]">
      <Picture
        image={line.token.image}
        alt=""
        sizes="48px"
        fit="thumb"
        className="size-12 rounded-lg max-wide:row-span-2"
      />
      <span
        className={cx(
          'min-w-0 fluid:max-wide:row-span-2',
          !line.price && 'max-fluid:col-span-2 max-[19rem]:col-span-1',
        )}
      >
        <Link
          to={path.token(line.token.uuid)}
          dir="auto"
          className="block truncate font-medium text-ink-50 underline-offset-4 hover:underline"
        >
          {own(line.token).name}
        </Link>
        <Link
          to={path.collection(line.collection.uuid)}
          className="block text-sm/6 text-ink-400 underline-offset-4 hover:text-ink-200 hover:underline"
        >
          <MarkedName {...line.collection} />
        </Link>
      </span>
      <span className="flex items-center gap-2 text-sm text-ink-200 max-[19rem]:flex-wrap max-wide:col-start-2 fluid:max-wide:col-start-3 fluid:max-wide:row-start-1">
        <Icon aria-hidden className="size-4 shrink-0 text-ink-400" />
        {t(wordsOf(line, of))}
        <Times count={line.quantity} />
      </span>
      <span className="min-w-0 max-wide:col-span-2 max-wide:col-start-2 max-[19rem]:col-span-1 fluid:max-wide:col-span-1 fluid:max-wide:col-start-3 fluid:max-wide:row-start-2">
        <Parties line={line} />
      </span>
      <span
        className={cx(
          'text-right max-wide:col-start-3 max-wide:row-start-1 max-[19rem]:col-start-2 max-[19rem]:row-auto max-[19rem]:text-left fluid:max-wide:col-start-4',
          !line.price && 'max-fluid:hidden',
        )}
      >
        <EventPrice line={line} className="font-medium text-ink-50" />
      </span>
      <span className="flex items-center justify-end gap-1 text-sm text-ink-400 max-wide:col-start-3 max-wide:row-start-2 max-[19rem]:col-start-2 max-[19rem]:row-auto max-[19rem]:justify-start fluid:max-wide:col-start-4">
        <When at={line.createdAt} form="past" />
        {line.txHash && <TransactionLink hash={line.txHash} isIcon otherwise={null} />}
      </span>
      {alike && (
        <span className="col-start-2 -col-end-1">
          <MoreAlike alike={alike} />
        </span>
      )}
    </li>
  );
};

export const ActivityRowSkeleton = () => (
  <li aria-hidden className="flex min-h-18 items-center gap-4 py-3">
    <span className="shimmer size-12 rounded-lg" />
    <span className="shimmer h-4 w-1/3 rounded" />
  </li>
);
