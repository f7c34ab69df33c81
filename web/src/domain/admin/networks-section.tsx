import * as adminCalls from '@skarb/schema/calls/admin';
import type { AdminNetwork } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { allNetworksQuery } from './admin.query.ts';
import { changedFields } from './changed-fields.ts';
import { FormDialog } from './form-dialog.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHead, OrderList } from './order-list.tsx';
import { useAct } from './use-act.ts';

const EMPTY = { name: '', humanName: '', chainId: '', rpcUrl: '', explorerUrl: '', nativeSymbol: '' };
type Fields = typeof EMPTY;

const NetworkDialog = ({ network, onClose }: { network: AdminNetwork | null; onClose: () => void }) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [typed, setTyped] = useState<Fields>(
    network ? { ...network, chainId: String(network.chainId), explorerUrl: network.explorerUrl ?? '' } : EMPTY,
  );
  const value = (key: keyof Fields) => typed[key].trim();
  const field = (key: keyof Fields, more: { isFixed?: boolean; hint?: string; isDigits?: boolean } = {}) => (
    <TextField
      label={t(`admin.network.${key}`)}
      value={typed[key]}
      required={key !== 'explorerUrl'}
      disabled={more.isFixed}
      hint={more.hint}
      error={fields[key]}
      autoComplete="off"
      spellCheck={false}
      inputMode={more.isDigits ? 'numeric' : undefined}
      onChange={(event) =>
        setTyped({ ...typed, [key]: more.isDigits ? event.target.value.replace(/\D/g, '') : event.target.value })
      }
    />
  );
  const isRunning = network?.isRunning ?? false;
  const save = async () => {
    const humanName = value('humanName');
    const common = {
      humanName,
      rpcUrl: value('rpcUrl'),
      explorerUrl: value('explorerUrl') || null,
      nativeSymbol: value('nativeSymbol'),
    };
    const isDone = await act(
      () =>
        network
          ? call(adminCalls.editNetwork, {
              params: { id: network.uuid },
              body: changedFields(network, isRunning ? { humanName } : common),
            })
          : call(adminCalls.addNetwork, {
              body: { ...common, name: value('name'), chainId: Number(value('chainId')) },
            }),
      t(network ? 'admin.saved' : 'admin.added', { name: humanName }),
    );
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={network ? t('admin.network.edit', { name: localName(t, network.humanName) }) : t('admin.network.add')}
      description={t(isRunning ? 'admin.network.runningText' : 'admin.network.addText')}
      submit={t(network ? 'admin.save' : 'admin.add')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {field('humanName')}
      {!network && field('name', { hint: t('admin.network.nameHint') })}
      {!network && field('chainId', { isDigits: true })}
      {field('rpcUrl', { isFixed: isRunning })}
      {field('explorerUrl', { isFixed: isRunning })}
      {field('nativeSymbol', { isFixed: isRunning })}
    </FormDialog>
  );
};

export const NetworksSection = () => {
  const { t } = useTranslation();
  const { data: networks, error } = useQuery(allNetworksQuery);
  const [edited, setEdited] = useState<AdminNetwork | 'new'>();
  return (
    <>
      <ListHead text={t('admin.network.text')}>
        <Button size="small" onClick={() => setEdited('new')}>
          <Plus aria-hidden className="size-4" />
          {t('admin.network.add')}
        </Button>
      </ListHead>
      <ListFrame error={error} isEmpty={networks && networks.length === 0} emptyWords={t('admin.network.none')}>
        <OrderList
          kind="network"
          onEdit={(uuid) => setEdited(networks?.find((one) => one.uuid === uuid))}
          rows={(networks ?? []).map((one) => ({
            uuid: one.uuid,
            name: localName(t, one.humanName),
            isEnabled: one.isEnabled,
            fixedWords: one.isRunning ? t('code.network_running') : undefined,
            note: [
              t('admin.chainId', { id: one.chainId }),
              one.nativeSymbol,
              one.isRunning ? t('admin.network.running') : null,
              one.isEnabled ? null : t('admin.off'),
            ]
              .filter(Boolean)
              .join(' · '),
          }))}
        />
      </ListFrame>
      {edited && <NetworkDialog network={edited === 'new' ? null : edited} onClose={() => setEdited(undefined)} />}
    </>
  );
};
