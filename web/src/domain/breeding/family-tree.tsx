import type { BreedingFamily } from '@skarb/schema/breeding';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';

type Relative = BreedingFamily['parents'][number];
type Ref = Pick<Relative, 'uuid' | 'name' | 'localization' | 'image'>;

/** One relative: picture, name, and the relation to this page's token. */
const Face = ({ one, note, isSmall = false }: { one: Ref; note?: string; isSmall?: boolean }) => (
  <Link
    to={path.token(one.uuid)}
    className="group flex min-w-0 items-center gap-3 rounded-2xl p-1.5 transition-colors hover:bg-ink-900"
  >
    <Picture
      image={one.image}
      alt=""
      sizes={isSmall ? '48px' : '64px'}
      fit="thumb"
      className={cx('shrink-0 rounded-xl', isSmall ? 'size-12' : 'size-16')}
    />
    <span className="min-w-0">
      <span className="block truncate font-medium text-ink-50 underline-offset-4 group-hover:underline">
        {useInLanguage()(one).name}
      </span>
      {note && <span className="block truncate text-sm text-ink-400">{note}</span>}
    </span>
  </Link>
);

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mt-6">
    <h3 className="mb-1 text-sm text-ink-400">{title}</h3>
    <ul className="grid gap-x-4 gap-y-1 tablet:grid-cols-2">{children}</ul>
  </div>
);

/** A branch of the tree: one parent and its own parents. */
const Branch = ({ parent, above }: { parent: Relative; above: BreedingFamily['grandparents'] }) => {
  const { t } = useTranslation();
  return (
    <li className="min-w-0 rounded-2xl border border-ink-800 p-3">
      <Face one={parent} note={t(`breeding.role.${parent.role}`)} />
      {above.length > 0 && (
        <ul className="ml-8 mt-1 border-l border-ink-700 pl-3">
          {above.map((one) => (
            <li key={one.uuid}>
              <Face one={one} note={t(`breeding.family.grand.${one.role}`)} isSmall />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
};

/** Two generations up, siblings and children: a tree on wide screens, a list on phones. */
export const FamilyTree = ({ family }: { family: BreedingFamily }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { parents, grandparents, siblings, children } = family;
  return (
    <>
      {parents.length > 0 && (
        <div className="mt-6">
          <h3 className="mb-2 text-sm text-ink-400">{t('breeding.family.parents')}</h3>
          <ul className="grid gap-3 tablet:grid-cols-2">
            {parents.map((parent) => (
              <Branch key={parent.uuid} parent={parent} above={grandparents.filter(({ of }) => of === parent.role)} />
            ))}
          </ul>
        </div>
      )}
      {siblings.length > 0 && (
        <Group title={t('breeding.family.siblings')}>
          {siblings.map((one) => (
            <li key={one.uuid} className="min-w-0">
              <Face one={one} note={t('breeding.generation', { number: one.generation })} isSmall />
            </li>
          ))}
        </Group>
      )}
      {children.length > 0 && (
        <Group title={t('breeding.family.children')}>
          {children.map((one) => (
            <li key={one.uuid} className="min-w-0">
              <Face one={one} note={t('breeding.family.with', { name: own(one.other).name })} isSmall />
            </li>
          ))}
        </Group>
      )}
    </>
  );
};
