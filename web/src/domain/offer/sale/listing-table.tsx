import type { Offer } from '@skarb/schema/offer';
import { Link } from 'react-router';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { When } from '../../../platform/format/when.tsx';
import { path } from '../../../platform/route/path.ts';
import { PersonLink } from '../../profile/person.tsx';
import { Asked } from '../../price/asked.tsx';

/** The active listings of an edition, cheapest first. */
export const ListingTable = ({ offers }: { offers: readonly Offer[] }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full text-left">
        <caption className="sr-only">{t('token.page.listings')}</caption>
        <thead className="text-sm text-ink-400">
          <tr>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('token.page.listing.price')}
            </th>
            <th scope="col" className="py-2 pr-4 text-right font-medium">
              {t('token.page.listing.copies')}
            </th>
            <th scope="col" className="py-2 pr-4 font-medium">
              {t('token.page.listing.seller')}
            </th>
            <th scope="col" className="hidden py-2 pr-4 font-medium tablet:table-cell">
              {t('token.page.listing.ends')}
            </th>
            <th scope="col" className="hidden py-2 tablet:table-cell print:hidden">
              <span className="sr-only">{t('token.page.listing.open')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-ink-800">
          {offers.map((offer) => (
            <tr key={offer.uuid}>
              <td className="py-3 pr-4">
                <Link
                  to={path.offer(offer.uuid)}
                  className="inline-flex min-h-6 items-center rounded-md underline-offset-4 hover:underline"
                >
                  <Asked isRounded price={offer.price} currency={offer.currency.name} />
                </Link>
              </td>
              <td className="num py-3 pr-4 text-right">{formats.count(offer.quantityLeft)}</td>
              <td className="max-w-40 py-3 pr-4">
                <PersonLink person={offer.seller} address={offer.sellerAddress} />
              </td>
              <td className="hidden py-3 pr-4 text-ink-200 tablet:table-cell">
                {offer.endsAt ? <When at={offer.endsAt} /> : t('token.page.listing.noEnd')}
              </td>
              <td className="hidden py-3 text-right tablet:table-cell print:hidden">
                <Link
                  to={path.offer(offer.uuid)}
                  className="inline-flex min-h-6 items-center font-medium text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline"
                >
                  {t('token.page.listing.open')}
                </Link>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
