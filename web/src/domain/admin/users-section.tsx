import type { AdminUser } from '@skarb/schema/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { usePageParameters } from '../../platform/route/use-page-parameters.ts';
import { readSearch, useSearchText } from '../../ui/use-search-text.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { usersQuery } from './admin.query.ts';
import { ListFrame } from './list-frame.tsx';
import { BlockDialog, RoleDialog } from './user-dialogs.tsx';
import { UserRow, type UserAct } from './user-row.tsx';

const KINDS = ['ADMIN', 'CREATOR', 'USER', 'blocked'] as const;

/** All accounts: search, admin role, block and unblock. */
export const UsersSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [query, change] = usePageParameters();
  const kind = KINDS.find((one) => query.getAll('kind').includes(one));
  const search = readSearch(query);
  const [text, setText] = useSearchText();
  const [asked, setAsked] = useState<{ user: AdminUser; act: UserAct }>();
  const list = useInfiniteQuery(
    usersQuery({
      ...(search ? { search } : {}),
      ...(kind === 'blocked' ? { isBlocked: true } : kind ? { role: kind } : {}),
    }),
  );
  const users = list.data?.pages.flatMap(({ data }) => data);
  const meta = list.data?.pages[0]?.meta;
  return (
    <>
      <div className="mb-4 grid gap-4 fluid:grid-cols-[minmax(0,1fr)_14rem]">
        <TextField
          label={t('admin.user.search')}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          placeholder={t('admin.user.searchHint')}
          onChange={(event) => setText(event.target.value)}
        />
        <Select
          label={t('admin.user.kind')}
          value={kind ?? ''}
          placeholder={t('admin.user.everybody')}
          options={KINDS.map((one) => ({ value: one, label: t(`admin.user.kinds.${one}`) }))}
          onChange={(event) => change({ kind: [event.target.value] }, { replace: true })}
        />
      </div>
      <p aria-live="polite" className="mb-3 min-h-6 text-sm text-ink-400">
        {meta &&
          t(meta.totalItemsExact === false ? 'admin.user.atLeast' : 'admin.user.found', {
            count: meta.totalItems,
            shown: formats.count(meta.totalItems),
          })}
      </p>
      <ListFrame
        error={list.error}
        isEmpty={users && users.length === 0}
        emptyWords={t(search ? 'admin.user.noneFound' : 'admin.user.none')}
        more={list}
      >
        <ul className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
          {users?.map((user) => (
            <UserRow key={user.uuid} user={user} onAct={(act) => setAsked({ user, act })} />
          ))}
        </ul>
      </ListFrame>
      {asked?.act === 'block' && <BlockDialog user={asked.user} onClose={() => setAsked(undefined)} />}
      {asked && asked.act !== 'block' && (
        <RoleDialog user={asked.user} act={asked.act} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
};
