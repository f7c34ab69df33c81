import type { Offer } from '@skarb/schema/offer';
import { useQuery } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useFormats } from '../../../platform/format/format.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { tokenQuery } from '../../token/token.query.ts';
import { freeOf, saleAfter, useOwnOffers } from '../own-offers.ts';

/** What becomes of the viewer's own sales of a token once `units` of it go to a buyer; renders nothing without any. */
export const OwnSalesAfter = ({ token: { uuid, type }, units }: { token: Offer['token']; units: number }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { user } = useSession();
  const sales = useOwnOffers(uuid, user)?.filter(({ status }) => status === 'ACTIVE' || status === 'SCHEDULED') ?? [];
  const { data: token } = useQuery({ ...tokenQuery(uuid), enabled: sales.length > 0 });
  if (!token || sales.length === 0) return null;
  const left = Math.max(0, freeOf(token, user) - units);
  const isEdition = type === 'ERC1155';
  return (
    <ul className="flex flex-col gap-2 rounded-2xl bg-ink-800 p-4 text-sm text-ink-50">
      {sales.map((sale) => {
        const after = saleAfter(sale, left);
        const price = `${formats.exact(sale.price)} ${sale.currency.name}`;
        const terms = isEdition ? `${price} × ${formats.count(sale.quantityLeft)}` : price;
        return (
          <li key={sale.uuid} data-sale-after={after} className="flex items-start gap-2.5">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-gold-400" />
            <span>
              {t(`trade.accept.sale.${after === 'gone' && isEdition ? 'goneCopies' : after}`, {
                sale: terms,
                count: left,
              })}
            </span>
          </li>
        );
      })}
    </ul>
  );
};
