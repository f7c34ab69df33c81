import type { Token } from '@skarb/schema/token';
import { Egg, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { path } from '../../platform/route/path.ts';
import { Picture } from '../../ui/picture.tsx';

const Parent = ({ token }: { token: Token }) => (
  <Link to={path.token(token.uuid)} className="block w-full overflow-hidden rounded-3xl">
    <Picture image={token.image} alt={token.name} sizes="(min-width: 47.5rem) 22vw, 40vw" ratio={1} isFirst />
  </Link>
);

/** Two of the works side by side, and the place of a child that is not there yet. */
export const Pair = ({ tokens }: { tokens: readonly [Token, Token] }) => {
  const { t } = useTranslation();
  return (
    <figure>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3 fluid:gap-5">
        <Parent token={tokens[0]} />
        <Plus aria-hidden className="size-6 text-ink-400" />
        <Parent token={tokens[1]} />
      </div>
      <figcaption className="mx-auto mt-3 flex w-fit items-center gap-3 rounded-full border border-dashed border-ink-700 px-5 py-2.5 text-sm text-ink-200 fluid:mt-5">
        <Egg aria-hidden className="size-5 text-gold-400" />
        {t('breeding.child')}
      </figcaption>
    </figure>
  );
};
