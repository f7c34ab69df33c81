import type { TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { TokenGrid } from './token-grid.tsx';
import { moreOfCollectionQuery } from './token.query.ts';

/** Four other tokens of the same collection. */
export const MoreOfCollection = ({ token }: { token: TokenDetail }) => {
  const { t } = useTranslation();
  const { data } = useQuery(moreOfCollectionQuery(token.collection.uuid));
  const others = data?.data.filter(({ uuid }) => uuid !== token.uuid).slice(0, 4) ?? [];
  if (others.length === 0) return null;
  const title = t('token.page.more', { collection: token.collection.name });
  return (
    <section className="mt-16 print:hidden">
      <h2 className="mb-5 text-xl font-semibold">
        <Link to={path.collection(token.collection.uuid)} className="underline-offset-4 hover:underline">
          {title}
        </Link>
      </h2>
      <TokenGrid label={title} tokens={others} width="four" isFirst={false} />
    </section>
  );
};
