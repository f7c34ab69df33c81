import * as adminCalls from '@skarb/schema/calls/admin';
import type { AdminCurrency, Peg } from '@skarb/schema/admin';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { changedFields } from './changed-fields.ts';
import { FormDialog } from './form-dialog.tsx';
import { useAct } from './use-act.ts';

const NAME_MAX = 12;
const PEGS: readonly Peg[] = ['USD', 'ETH', 'POL', 'EUR', 'UAH'];
const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

const Worth = ({ value, onChange }: { value: Peg | undefined; onChange: (peg: Peg) => void }) => {
  const { t } = useTranslation();
  return (
    <Select
      label={t('admin.currency.worth')}
      hint={t('admin.currency.worthHint')}
      value={value ?? ''}
      placeholder={t('create.choose')}
      required
      options={PEGS.map((peg) => ({ value: peg, label: t(`admin.currency.peg.${peg}`) }))}
      onChange={(event) => onChange(event.target.value as Peg)}
    />
  );
};

/** A new currency: its name and decimals are read from its contract before it can be added. */
export const CurrencyAddDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [text, setText] = useState('');
  const [typedName, setName] = useState<string>();
  // None is preset: a wrong worth stands in all totals and filters.
  const [peg, setPeg] = useState<Peg>();
  const address = text.trim();
  const isAddress = ADDRESS.test(address);
  const { data: contract, error } = useQuery({
    queryKey: ['private', 'admin', 'contract', address],
    queryFn: ({ signal }) => call(adminCalls.currencyContract, { query: { address }, signal }).then(({ data }) => data),
    enabled: isAddress,
    retry: false,
  });
  const name = (typedName ?? contract?.symbol ?? '').trim();
  const add = async () => {
    if (!peg) return;
    const isDone = await act(
      () => call(adminCalls.addCurrency, { body: { address, name, peg } }),
      t('admin.added', { name }),
    );
    if (isDone) onClose();
  };
  const problem =
    address !== '' && !isAddress ? t('admin.currency.notAddress') : error && isAddress ? errorWords(t, error)[0] : '';
  return (
    <FormDialog
      title={t('admin.currency.add')}
      description={t('admin.currency.addText')}
      submit={t('admin.add')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void add()}
      onClose={onClose}
    >
      <TextField
        label={t('admin.currency.address')}
        value={text}
        spellCheck={false}
        autoComplete="off"
        required
        error={problem || fields.address}
        hint={
          contract && isAddress
            ? t('admin.currency.found', { symbol: contract.symbol, decimals: contract.decimals })
            : t('admin.currency.addressHint')
        }
        onChange={(event) => setText(event.target.value)}
      />
      <TextField
        label={t('admin.currency.name')}
        value={typedName ?? contract?.symbol ?? ''}
        maxLength={NAME_MAX}
        required
        error={fields.name}
        onChange={(event) => setName(event.target.value)}
      />
      <Worth value={peg} onChange={setPeg} />
    </FormDialog>
  );
};

const canBeDefault = ({ isDefault, isEnabled, address }: AdminCurrency): boolean =>
  !isDefault && isEnabled && address !== null;
/** Built in, and not to become the default: there is nothing to edit. */
export const hasOnlyDetails = (currency: AdminCurrency): boolean => currency.isBuiltIn && !canBeDefault(currency);

export const CurrencyEditDialog = ({ currency, onClose }: { currency: AdminCurrency; onClose: () => void }) => {
  const { t } = useTranslation();
  const { act, isBusy, failure, fields } = useAct();
  const [name, setName] = useState(currency.name);
  const [peg, setPeg] = useState(currency.peg);
  const save = async (body: object) => {
    const isDone = await act(
      () => call(adminCalls.editCurrency, { params: { id: currency.uuid }, body }),
      t('admin.saved', { name: currency.name }),
    );
    if (isDone) onClose();
  };
  return (
    <FormDialog
      title={t(hasOnlyDetails(currency) ? 'admin.currency.details' : 'admin.currency.edit', {
        name: currency.name,
      })}
      description={currency.isBuiltIn ? t('admin.currency.builtIn') : undefined}
      submit={currency.isBuiltIn ? undefined : t('admin.save')}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => void save(changedFields(currency, { name: name.trim(), peg }))}
      onClose={onClose}
      aside={
        canBeDefault(currency) && (
          <Button variant="outlined" isBusy={isBusy} onClick={() => void save({ isDefault: true })}>
            {t('admin.currency.makeDefault')}
          </Button>
        )
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 text-ink-200">
        <dt className="text-ink-400">{t('admin.currency.contract')}</dt>
        <dd className="num wrap-anywhere">{currency.address ?? t('admin.currency.native')}</dd>
        <dt className="text-ink-400">{t('admin.currency.decimals')}</dt>
        <dd className="num">{currency.decimals}</dd>
      </dl>
      {!currency.isBuiltIn && (
        <>
          <TextField
            label={t('admin.currency.name')}
            value={name}
            maxLength={NAME_MAX}
            required
            error={fields.name}
            onChange={(event) => setName(event.target.value)}
          />
          <Worth value={peg} onChange={setPeg} />
        </>
      )}
    </FormDialog>
  );
};
