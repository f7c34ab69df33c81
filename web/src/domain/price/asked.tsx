import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { Fiat } from './fiat.tsx';
import { Price } from './price.tsx';

type Props = {
  price: string;
  currency: string;
  /** In cards and lists. */ isRounded?: boolean;
  /** The price is of one copy of several. */ isPerCopy?: boolean;
  /** The worth does not move any more. */ isFixed?: boolean;
  className?: string;
};

/** A price, and what that is in the reader's money: prices in several currencies can be compared by it. */
export const Asked = ({ price, currency, isRounded, isPerCopy, isFixed = false, className }: Props) => {
  const { t } = useTranslation();
  return (
    <span className={cx('flex flex-wrap items-baseline gap-x-2', className)}>
      <Price amount={price} currency={currency} isRounded={isRounded} className="font-semibold text-ink-50" />
      {isPerCopy && <span className="text-sm text-ink-400">{t('token.page.perUnit')}</span>}
      <Fiat
        amount={price}
        currency={currency}
        isLive={false}
        isFixed={isFixed}
        className="num text-sm font-normal text-ink-400"
      />
    </span>
  );
};
