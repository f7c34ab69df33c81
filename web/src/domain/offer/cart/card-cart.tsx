import { ShoppingCart } from 'lucide-react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { cx } from '../../../ui/class-name.ts';
import type { ListedToken } from '../../token/token.query.ts';
import { useInCart } from './use-in-cart.ts';

/**
 * On a card: puts the cheapest sale of a work into the cart, or takes it out. Not on works of one's own making, whose
 * cheapest sale is mostly one's own.
 */
export const CardCart = ({ token: { name, creator, listing } }: { token: ListedToken }) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const { isIn, press } = useInCart({ uuid: listing?.offerUuid ?? '', price: listing?.price ?? '' });
  if (!listing || creator.uuid === user?.uuid) return null;
  return (
    <button
      type="button"
      data-cart
      aria-label={t(isIn ? 'cart.remove' : 'cart.put', { name })}
      title={t(isIn ? 'cart.takeOut' : 'cart.add')}
      onClick={press}
      className={cx(
        // Above the link of the card, and beside the price without a place in its line: a card keeps its height.
        'absolute -right-1.5 -top-1.5 z-10 inline-flex size-9 items-center justify-center rounded-full bg-ink-950 transition-[color,opacity] print:hidden',
        isIn
          ? 'text-gold-400'
          : 'text-ink-200 hover:text-ink-50 fluid:opacity-0 fluid:focus-visible:opacity-100 fluid:group-hover:opacity-100 fluid:[@media(hover:none)]:opacity-100',
      )}
    >
      <ShoppingCart aria-hidden className="size-4.5" fill={isIn ? 'currentColor' : 'none'} />
    </button>
  );
};
