import type { AdminUser } from '@skarb/schema/admin';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { usersQuery } from './admin.query.ts';
import { ListFrame } from './list-frame.tsx';
import { BlockDialog, RoleDialog } from './user-dialogs.tsx';
import { UserRow, type UserAct } from './user-row.tsx';

const PAUSE_MS = 250;
const KINDS = ['ADMIN', 'CREATOR', 'USER', 'blocked'] as const;

/** All accounts: search, admin role, block and unblock. */
export const UsersSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const [address, setAddress] = useSearchParams();
  const kind = KINDS.find((one) => one === address.get('kind'));
  const search = address.get('search') ?? '';
  const [text, setText] = useState(search);
  const [asked, setAsked] = useState<{ user: AdminUser; act: UserAct }>();
  // The search is part of the URL, so that Back returns to it.
  useEffect(() => {
    if (text.trim() === search) return;
    const timer = setTimeout(
      () =>
        setAddress(
          (now) => {
            const next = new URLSearchParams(now);
            if (text.trim()) next.set('search', text.trim());
            else next.delete('search');
            return next;
          },
          { replace: true, preventScrollReset: true },
        ),
      PAUSE_MS,
    );
    return () => clearTimeout(timer);
  }, [text, search, setAddress]);
  const choose = (chosen: string) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        if (chosen) next.set('kind', chosen);
        else next.delete('kind');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
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
          onChange={(event) => choose(event.target.value)}
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
