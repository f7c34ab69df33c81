import type { BreedingFamily } from '@skarb/schema/breeding';
import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { LifeFacts } from './life-facts.tsx';
import { PlaceRoom } from './breeding-room.tsx';

export type Role = 'matron' | 'sire';

type Props = {
  role: Role;
  /** Undefined while it is loading, null if no token is chosen. */
  family: BreedingFamily | null | undefined;
  networkUuid: string;
  now: number | null;
  onPick: () => void;
  onClear: () => void;
  /** Neither place is chosen: on wide screens two empty squares would fill the window. */
  isFlat: boolean;
};

/** One of the two places: its token and its state as a parent, and the button to choose another. */
export const Place = ({ role, family, networkUuid, now, onPick, onClear, isFlat }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const title = t(`breeding.role.${role}`);
  if (family === undefined) return <PlaceRoom isChosen />;
  if (family === null)
    return (
      <button
        type="button"
        data-place={role}
        onClick={onPick}
        className={cx(
          'flex aspect-square w-full flex-col items-center justify-start gap-2 rounded-3xl pt-[34%] border border-dashed border-ink-400 px-3 pb-3 text-center transition-colors hover:border-ink-200 hover:bg-ink-900 fluid:gap-3 fluid:px-8',
          isFlat && 'wide:aspect-video wide:pt-[11%]',
        )}
      >
        <Plus aria-hidden className="size-8 text-ink-400" />
        <span className="text-lg font-semibold leading-tight text-ink-50">{t(`breeding.place.${role}.title`)}</span>
        <span className="hidden max-w-64 text-balance text-ink-200 fluid:block">
          {t(`breeding.place.${role}.text`)}
        </span>
      </button>
    );
  const token = own(family.token);
  const { terms } = family;
  return (
    <section aria-label={title} data-place={role} data-token={token.uuid} className="min-w-0">
      <Link to={path.token(token.uuid)} className="block overflow-hidden rounded-3xl">
        <Picture image={token.image} alt={token.name} sizes="(min-width: 47.5rem) 34vw, 46vw" fit="mat" isFirst />
      </Link>
      <p className="mt-4 text-sm text-ink-400">{title}</p>
      <h2 dir="auto" className="line-clamp-2 text-lg leading-snug font-semibold text-ink-50 fluid:text-xl">
        {token.name}
      </h2>
      <p className="text-sm text-ink-400">{t('breeding.generation', { number: token.generation })}</p>
      <LifeFacts token={token} symbol={terms.currency.symbol} networkUuid={networkUuid} now={now} className="mt-2" />
      <p className="mt-3 flex flex-col items-start gap-2 fluid:flex-row">
        <Button variant="outlined" size="small" onClick={onPick} aria-label={t(`breeding.place.${role}.change`)}>
          {t('breeding.place.change')}
        </Button>
        <Button variant="outlined" size="small" onClick={onClear} aria-label={t(`breeding.place.${role}.clear`)}>
          {t('breeding.place.clear')}
        </Button>
      </p>
    </section>
  );
};
