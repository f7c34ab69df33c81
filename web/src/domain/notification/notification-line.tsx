import type { Notification } from '@skarb/schema/notification';
import type { OfferStatus } from '@skarb/schema/offer';
import { isFollowKind, pageOfNotification, pageOfSubject } from '@skarb/schema/notification-kind';
import { Landmark, ShieldAlert } from 'lucide-react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Times } from '../../ui/times.tsx';
import { When } from '../../platform/format/when.tsx';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { useDeviceName } from '../auth/device-name.ts';
import { useStatusWords } from '../offer/offer-status.tsx';
import { Price } from '../price/price.tsx';
import { nameOf } from '@skarb/schema/person-name';

/** The title of a notification; some kinds have one for each type of offer. */
const useSaid = () => {
  const { t } = useTranslation();
  return ({
    kind,
    offerType,
    note,
    quantity,
    works,
    actor,
  }: Pick<Notification, 'kind' | 'offerType' | 'note' | 'quantity' | 'works' | 'actor'>): string => {
    if (note) return t(`notification.said.note.${note.act}.${note.subjectType === 'user' ? 'user' : 'thing'}`);
    if (kind === 'OFFER_RECEIVED') return t(`notification.said.received.${offerType}`);
    if (kind === 'OFFER_EXPIRED') return t(`notification.said.expired.${offerType}`);
    if (kind === 'NEW_WORK') return t('notification.said.newWork', { count: quantity ?? 1 });
    if (kind === 'NEW_LISTING' && offerType === 'AUCTION') return t('notification.said.newAuction');
    if (kind === 'NEW_LISTING') return t('notification.said.newListing', { count: quantity ?? 1 });
    if (kind === 'RECEIVED') {
      const name = actor ? nameOf(actor.person, actor.address) : '';
      return (works ?? 1) > 1
        ? t('notification.said.sentMany', { count: works ?? 1, name })
        : t('notification.said.sent', { name });
    }
    return t(`notification.said.${kind}`);
  };
};

/** How the offer of an invitation to trade ended. */
const Outcome = ({ type, status }: { type: NonNullable<Notification['offerType']>; status: OfferStatus }) => (
  <span className="font-medium text-ink-50">{useStatusWords({ type, status, invalidReason: null }).name}</span>
);

/** One notification, which links to its subject. */
export const NotificationLine = ({ one, onOpen }: { one: Notification; onOpen: () => void }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const said = useSaid();
  const own = useInLanguage();
  const nameOfDevice = useDeviceName();
  const { token, note, signIn, followed, price, oldPrice, currency, actor } = one;
  // Of works, where they are gathered: the title counts them.
  const hasOthers = (one.works ?? 1) > 1;
  const quantity = isFollowKind(one.kind) || hasOthers ? 1 : one.quantity;
  const image = token?.image ?? note?.image;
  const Icon = signIn ? ShieldAlert : Landmark;
  return (
    <Link
      to={
        signIn
          ? `${path.settings}#sessions`
          : note?.act === 'REPORT_HIDDEN'
            ? // They cannot see it any more: what is not allowed instead.
              path.terms
            : note && !token
              ? pageOfSubject(note.subjectType, note.subjectUuid)
              : pageOfNotification({ ...one, tokenUuid: token?.uuid ?? '' })
      }
      onClick={onOpen}
      className="flex gap-3.5 px-5 py-3 transition-colors hover:bg-ink-800 focus-visible:-outline-offset-2"
    >
      {image ? (
        <Picture image={image} alt="" sizes="56px" fit="thumb" className="size-14 shrink-0 rounded-xl" />
      ) : (
        <span className="flex size-14 shrink-0 items-center justify-center rounded-xl bg-ink-800 text-ink-400">
          <Icon aria-hidden className="size-6" />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="flex items-start justify-between gap-3">
          <span className={cx('leading-snug', one.isRead ? 'text-ink-200' : 'font-semibold text-ink-50')}>
            {said(one)}
          </span>
          {!one.isRead && (
            <span className="mt-1.5 flex shrink-0">
              <span aria-hidden className="size-2 rounded-full bg-gold-400" />
              <span className="sr-only">{t('notification.unread')}</span>
            </span>
          )}
        </span>
        <span className="mt-0.5 flex items-baseline gap-3 text-sm">
          <span className="min-w-0 flex-1 truncate text-ink-200">
            {(token && note?.subjectType !== 'collection' && own(token).name) ||
              note?.name ||
              (signIn && nameOfDevice(signIn.userAgent))}{' '}
            <Times count={quantity} />
            {hasOthers && t('notification.others')}
          </span>
          <span className="shrink-0 text-ink-400">
            <When at={one.createdAt} form="past" />
          </span>
        </span>
        <span className="mt-0.5 flex flex-wrap items-baseline gap-x-2.5 text-sm text-ink-400">
          {one.outcome && one.offerType && <Outcome type={one.offerType} status={one.outcome} />}
          {price && currency && (
            <span>
              <Price isRounded amount={price} currency={currency} className="text-ink-200" />
              {(quantity ?? 1) > 1 && one.offerType !== 'AUCTION' && ` ${t('token.page.perUnit')}`}
              {one.kind === 'CHILD_LOST' && ` ${t('notification.back')}`}
            </span>
          )}
          {one.received && currency && (
            <span className="num" title={`${formats.exact(one.received)} ${currency}`}>
              {t('notification.received', { amount: `${formats.amount(one.received)} ${currency}` })}
            </span>
          )}
          {/* Skip the old price if both look the same after rounding. */}
          {price && oldPrice && currency && formats.amount(oldPrice) !== formats.amount(price) && (
            <span className="num" title={`${formats.exact(oldPrice)} ${currency}`}>
              {t('notification.was', { price: `${formats.amount(oldPrice)} ${currency}` })}
            </span>
          )}
          {note?.reason && <span>{t(`moderation.reason.${note.reason}`)}</span>}
          {note?.text && <span className="line-clamp-3 w-full text-ink-200">{note.text}</span>}
          {signIn && (
            <span>
              {t('settings.sessions.address')} <span className="num wrap-anywhere">{signIn.ip}</span>
            </span>
          )}
          {/* The title of what they sent names them. */}
          {actor && one.kind !== 'RECEIVED' && (
            <span className="max-w-36 truncate">{nameOf(actor.person, actor.address)}</span>
          )}
          {followed?.type === 'collection' && <span className="max-w-36 truncate">{followed.name}</span>}
          {one.endsAt && (
            <span>
              {t('notification.ends')} <When at={one.endsAt} />
            </span>
          )}
        </span>
      </span>
    </Link>
  );
};
