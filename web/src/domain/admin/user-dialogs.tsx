import * as adminCalls from '@skarb/schema/calls/admin';
import type { AdminUser } from '@skarb/schema/admin';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { call } from '../../platform/http/api.ts';
import { TextArea } from '../../ui/field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useAct } from './use-act.ts';
import { accountName, type UserAct } from './user-row.tsx';

const REASON_MAX = 300;

/** Why an account is blocked; its user reads exactly this text. */
export const BlockDialog = ({ user, onClose }: { user: AdminUser; onClose: () => void }) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [reason, setReason] = useState('');
  const name = accountName(user);
  const block = async () => {
    // A single line, because it is shown inside a sentence.
    const text = reason.replace(/\s+/g, ' ').trim();
    const isDone = await act(
      () => call(adminCalls.blockUser, { params: { id: user.uuid }, body: { reason: text } }),
      t('admin.user.blockDone', { name }),
    );
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={t('admin.user.blockTitle', { name })}
      description={t('admin.user.blockText')}
      submit={t('admin.user.block')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void block()}
      onClose={onClose}
    >
      <TextArea
        label={t('admin.user.reason')}
        hint={t('admin.user.reasonHint')}
        value={reason}
        maxLength={REASON_MAX}
        required
        error={fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  );
};

/** Confirms an action on an account and says what follows from it. */
export const RoleDialog = ({
  user,
  act: chosen,
  onClose,
}: {
  user: AdminUser;
  act: Exclude<UserAct, 'block'>;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const { act, isBusy, failure } = useAct();
  const { user: me } = useSession();
  const name = accountName(user);
  const isOwnEnd = chosen === 'demote' && me?.uuid === user.uuid;
  const run = async () => {
    const isDone = await act(
      () =>
        chosen === 'unblock'
          ? call(adminCalls.unblockUser, { params: { id: user.uuid } })
          : call(adminCalls.changeRole, {
              params: { id: user.uuid },
              body: { role: chosen === 'promote' ? 'ADMIN' : 'USER' },
            }),
      t(`admin.user.${chosen}Done`, { name }),
    );
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={t(`admin.user.${chosen}Title`, { name })}
      submit={t(`admin.user.${chosen}`)}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void run()}
      onClose={onClose}
    >
      <p className="text-ink-200">{t(isOwnEnd ? 'admin.user.demoteSelfText' : `admin.user.${chosen}Text`)}</p>
    </FormDialog>
  );
};
