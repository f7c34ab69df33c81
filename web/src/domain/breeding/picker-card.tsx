import type { BreedingObstacle, BreedingToken } from '@skarb/schema/breeding';
import { useId } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { Countdown } from '../reference/countdown.tsx';
import { Price } from '../price/price.tsx';
import { LifeFacts, Uses } from './life-facts.tsx';

type Props = {
  token: BreedingToken;
  /** Why it cannot be chosen; the card is greyed out and shows this text. */ obstacle: BreedingObstacle | null;
  symbol: string;
  networkUuid: string;
  now: number;
  /** The price its owner asks for it as a sire. */ hasPrice: boolean;
  onPick: () => void;
};

/** A token to choose, or the reason why not. It stays focusable either way, so that screen readers read the reason. */
export const PickerCard = ({ token, obstacle, symbol, networkUuid, now, hasPrice, onPick }: Props) => {
  const { t } = useTranslation();
  const why = useId();
  return (
    <div className="group relative" data-token={token.uuid}>
      <div className={cx('overflow-hidden rounded-2xl', obstacle && 'opacity-40 grayscale')}>
        <Picture
          image={token.image}
          alt=""
          sizes="(min-width: 30rem) 200px, 44vw"
          fit="mat"
          className={cx(
            'transition-transform duration-200 ease-quiet motion-reduce:transition-none',
            !obstacle && 'group-hover:scale-[1.02]',
          )}
        />
      </div>
      <button
        type="button"
        data-pick={token.uuid}
        aria-disabled={obstacle ? true : undefined}
        aria-describedby={why}
        onClick={() => !obstacle && onPick()}
        className={cx(
          'mt-2 block w-full truncate text-left font-semibold before:absolute before:inset-0 before:rounded-2xl focus-visible:before:outline-2 focus-visible:before:outline-offset-4 focus-visible:before:outline-gold-400 focus-visible:outline-none',
          obstacle ? 'cursor-not-allowed text-ink-200' : 'text-ink-50',
        )}
      >
        {useInLanguage()(token).name}
      </button>
      <div id={why}>
        <p className="text-sm text-ink-400">{t('breeding.generation', { number: token.generation })}</p>
        {obstacle ? (
          <div className="mt-1 text-sm text-ink-200" data-obstacle={obstacle}>
            <p>
              {t(`breeding.obstacle.${obstacle}`)}
              {obstacle === 'RESTING' && token.readyAt && (
                <>
                  {' · '}
                  {t('breeding.life.readyIn')} <Countdown to={token.readyAt} networkUuid={networkUuid} />
                </>
              )}
            </p>
            <Uses uses={token.uses} className="mt-1 text-ink-400" />
          </div>
        ) : (
          <LifeFacts token={token} symbol={symbol} networkUuid={networkUuid} now={now} className="mt-1" />
        )}
        {hasPrice && token.siring && (
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2 text-sm">
            <Price isRounded amount={token.siring.price} currency={symbol} className="font-semibold text-ink-50" />
            <span className="text-ink-400">
              {t('breeding.siring.endsIn')} <Countdown to={token.siring.endsAt} networkUuid={networkUuid} />
            </span>
          </p>
        )}
      </div>
    </div>
  );
};
