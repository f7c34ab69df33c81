import type { Offer } from '@skarb/schema/offer';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { Price } from '../price/price.tsx';

/** The work of an offer in a list of offers: its picture and name, linked. @param className its share of the line */
export const OfferToken = ({ token, className }: { token: Offer['token']; className: string }) => {
  const own = useInLanguage();
  return (
    <Link to={path.token(token.uuid)} className={cx('flex min-w-0 items-center gap-3', className)}>
      <Picture image={token.image} alt="" sizes="48px" fit="thumb" className="size-12 shrink-0 rounded-lg" />
      <bdi className="truncate font-medium text-ink-50">{own(token).name}</bdi>
    </Link>
  );
};

/** The price of an offer in a list of offers, linked to the offer's page. */
export const OfferPrice = ({ offer }: { offer: Offer }) => (
  <Link
    to={path.offer(offer.uuid)}
    className="inline-flex min-h-6 items-center rounded-md font-semibold underline-offset-4 hover:underline"
  >
    <Price isRounded amount={offer.price} currency={offer.currency.name} />
  </Link>
);
