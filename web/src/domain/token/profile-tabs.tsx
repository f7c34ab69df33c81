import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { TokenList } from './token-list.tsx';
import { EmptyTab } from './empty-tab.tsx';
import { PUBLIC_VIEWS, tabFilter, type ProfileTab } from './profile-tab.ts';

type Props = {
  uuid: string;
  shelves: readonly ProfileTab[];
  counts?: Partial<Record<ProfileTab, number>>;
  /** Name of the URL's parameter. */ parameter: 'tab' | 'view';
  isOwn?: boolean;
  /** What can be done with the works of the selected tab; above them. */
  toolsOf?: (shelf: ProfileTab) => ReactNode;
};

/** A user's tokens by tab. The tab is in the URL; Back returns to the previous tab. */
export const ProfileTabs = ({ uuid, shelves, counts, parameter, isOwn = false, toolsOf }: Props) => {
  const { t } = useTranslation();
  const [query, change] = usePageParameters();
  const first = shelves[0] ?? PUBLIC_VIEWS[0];
  const asked = query.get(parameter) as ProfileTab;
  const shelf = shelves.includes(asked) ? asked : first;
  return (
    <Tabs
      label={t('profile.tabs')}
      tabs={shelves.map((one) => ({ value: one, label: t(`profile.tab.${one}`), count: counts?.[one] }))}
      value={shelf}
      onValueChange={(next) => change({ [parameter]: next === first ? '' : next })}
    >
      <h2 className="sr-only">{t(`profile.tab.${shelf}`)}</h2>
      {toolsOf?.(shelf)}
      <TokenList
        key={shelf}
        isFirst={false}
        expected={counts?.[shelf]}
        label={t(`profile.tab.${shelf}`)}
        filter={tabFilter(shelf, uuid)}
        empty={<EmptyTab shelf={shelf} isOwn={isOwn} />}
      />
    </Tabs>
  );
};
