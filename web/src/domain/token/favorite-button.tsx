import type { Token } from '@skarb/schema/token';
import { Heart } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { cx } from '../../ui/class-name.ts';
import { useFavorite } from './use-favorite.ts';

/** The heart: filled at once on a press, reverted with a message if the server refuses. */
export const FavoriteButton = ({
  token,
  className,
  hasCount = false,
}: {
  token: Pick<Token, 'uuid' | 'name' | 'isFavorite' | 'favoriteCount'>;
  className?: string;
  hasCount?: boolean;
}) => {
  const { t } = useTranslation();
  const toggle = useFavorite(token);
  return (
    <button
      type="button"
      aria-pressed={token.isFavorite}
      // The accessible name must contain the visible number.
      aria-label={hasCount ? undefined : t('token.favorite.label', { name: token.name })}
      title={t(token.isFavorite ? 'token.favorite.remove' : 'token.favorite.add')}
      onClick={toggle}
      className={cx(
        'num inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-full text-sm transition-[color,background-color,opacity] print:hidden',
        hasCount
          ? 'border border-ink-700 px-3 text-ink-200 hover:border-ink-400 hover:text-ink-50'
          : 'bg-ink-950/60 text-ink-50 hover:bg-ink-950/85',
        !hasCount &&
          !token.isFavorite &&
          'fluid:opacity-0 fluid:focus-visible:opacity-100 fluid:group-hover:opacity-100 fluid:[@media(hover:none)]:opacity-100',
        className,
      )}
    >
      <Heart aria-hidden className={cx('size-4.5', token.isFavorite && 'fill-red-400 text-red-400')} />
      {hasCount && (
        <>
          <span className="sr-only">{t('token.favorite.label', { name: token.name })} </span>
          {token.favoriteCount}
        </>
      )}
    </button>
  );
};
