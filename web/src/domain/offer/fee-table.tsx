import type { Offer } from '@skarb/schema/offer';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { Price } from '../price/price.tsx';

/**
 * How the price of one unit of an existing offer is divided. The parts add up to what the buyer pays. (BreakdownList: for
 * a form.)
 */
export const FeeTable = ({ offer }: { offer: Pick<Offer, 'fees' | 'price' | 'currency'> }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fees, price, currency } = offer;
  const rows = [
    { key: 'seller', name: t('offer.fees.seller'), amount: fees.sellerReceives },
    {
      key: 'royalty',
      name: t('offer.fees.royalty', { percent: formats.percent(fees.royaltyPercent / 100) }),
      amount: fees.royalty,
    },
    {
      key: 'marketplace',
      name: t('offer.fees.marketplace', { percent: formats.percent(fees.marketplacePercent / 100) }),
      amount: fees.marketplace,
    },
  ];
  return (
    <table className="w-full">
      <caption className="sr-only">{t('offer.fees.title')}</caption>
      <tbody className="divide-y divide-ink-800">
        {rows.map(({ key, name, amount }) => (
          <tr key={key}>
            <th scope="row" className="py-2.5 pr-4 text-left font-normal text-ink-400 max-[19rem]:wrap-anywhere">
              {name}
            </th>
            <td className="py-2.5 text-right text-ink-200">
              <Price amount={amount} currency={currency.name} hasMark={false} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row" className="py-2.5 pr-4 text-left font-semibold text-ink-50 max-[19rem]:wrap-anywhere">
            {t('offer.fees.buyer')}
          </th>
          <td className="py-2.5 text-right font-semibold text-ink-50">
            <Price amount={price} currency={currency.name} hasMark={false} />
          </td>
        </tr>
      </tbody>
    </table>
  );
};
