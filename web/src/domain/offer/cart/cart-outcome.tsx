import type { CartLine } from '@skarb/schema/cart';
import { totalsOf } from '@skarb/schema/cart-total';
import type { Network } from '@skarb/schema/reference';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { path } from '../../../platform/route/path.ts';
import type { StepState } from '../../../platform/steps/step-store.ts';
import { ordersFilledBy } from '../../../platform/wallet/contract-calls.ts';
import { logsOf } from '../../../platform/wallet/rpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Asked } from '../../price/asked.tsx';
import { Line, Paid } from '../paid.tsx';
import type { BuyableLine } from './cart.query.ts';
import type { useCart } from './cart.store.ts';

const hasOffer = (line: CartLine): line is BuyableLine => line.offer !== null;

type Props = {
  /** What was sent and what others had bought before, or the cart as it is now. */
  lines: readonly CartLine[];
  /** An interrupted purchase was resumed: the cart may have more than was sent. */
  isResumed: boolean;
  steps: readonly StepState[];
  network: Network | undefined;
  drop: ReturnType<typeof useCart>['drop'];
  onClose: () => void;
};

/** A node may be behind the one that had the receipt, by a block or a few. */
const TRIES = 5;
const AGAIN_MS = 1_000;

/**
 * What the transaction bought, by its own logs; what others took first was skipped. What was bought leaves the cart.
 * Undefined while it is read, null when it cannot be known.
 */
const useBought = ({
  lines,
  steps,
  network,
  drop,
}: Omit<Props, 'onClose' | 'isResumed'>): readonly CartLine[] | null | undefined => {
  const hash = steps.findLast(({ txHash }) => txHash)?.txHash;
  const { data, isError } = useQuery({
    queryKey: ['cart-outcome', hash],
    queryFn: async () => {
      const logs = await logsOf(network?.rpcUrl as string, hash as string);
      // Not the same as a transaction that bought nothing.
      if (!logs) throw new Error('the node has no receipt yet');
      const filled = ordersFilledBy(logs);
      const bought = lines.filter(({ offer }) => offer?.orderHash && filled.includes(offer.orderHash.toLowerCase()));
      drop(...bought.map(({ offerUuid }) => offerUuid));
      return bought;
    },
    enabled: !!hash && !!network,
    staleTime: Infinity,
    retry: TRIES,
    retryDelay: AGAIN_MS,
  });
  return isError ? null : data;
};

/** The end of a purchase: the works, what they cost, and what somebody else bought first. */
export const CartOutcome = ({ lines, isResumed, steps, network, drop, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const bought = useBought({ lines, steps, network, drop });
  const isBought = ({ offerUuid }: CartLine) => bought?.some((one) => one.offerUuid === offerUuid) ?? false;
  const missed = !bought || isResumed ? [] : lines.filter((line) => line.offer && !isBought(line));
  return (
    <>
      {bought === undefined && <Skeleton className="h-40 rounded-2xl" />}
      {bought && (
        <ul className="grid grid-cols-3 gap-3">
          {bought.map(({ offerUuid, offer }) =>
            offer ? (
              <li key={offerUuid}>
                <Link to={path.token(offer.token.uuid)} onClick={onClose} className="block rounded-xl">
                  <Picture
                    image={offer.token.image}
                    alt={own(offer.token).name}
                    sizes="128px"
                    fit="mat"
                    className="animate-[unveil_500ms_var(--ease-quiet)] rounded-xl"
                  />
                </Link>
              </li>
            ) : null,
          )}
        </ul>
      )}
      {missed.length > 0 && (
        <p className="rounded-2xl bg-ink-800 p-4 text-sm text-ink-200">
          {t('cart.missed', {
            count: missed.length,
            names: missed.map(({ offer }) => offer && own(offer.token).name).join(', '),
          })}
        </p>
      )}
      {bought !== undefined && (
        <Paid steps={steps}>
          {totalsOf((bought ?? []).filter(hasOffer)).map(({ currency, amount }, index) => (
            <Line
              key={currency.uuid}
              label={<span className={index > 0 ? 'sr-only' : undefined}>{t('trade.buy.paid')}</span>}
            >
              <Asked price={amount} currency={currency.name} isFixed className="justify-end" />
            </Line>
          ))}
        </Paid>
      )}
      {/* From the start: it has the focus. */}
      <Link data-primary to={path.profile} onClick={onClose} className={buttonClass('success')}>
        {t('trade.toProfile')}
      </Link>
    </>
  );
};
