import { useQuery } from '@tanstack/react-query';
import type { Ref } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { keysQuery } from './key.query.ts';

type Props = {
  account: string;
  value: string;
  onValueChange: (value: string) => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
};

/** The address that receives what a smart account sends; the wallets among the account's keys fill it in by a press. */
export const ReceiverField = ({ account, value, onValueChange, error, ref }: Props) => {
  const { t } = useTranslation();
  const wallets = useQuery(keysQuery(account)).data?.keys.flatMap(({ address }) => address ?? []) ?? [];
  return (
    <>
      <TextField
        ref={ref}
        label={t('wallet.receiver.label')}
        hint={t('wallet.receiver.hint')}
        error={error}
        value={value}
        onChange={({ target }) => onValueChange(target.value)}
        autoComplete="off"
        spellCheck={false}
        placeholder="0x…"
      />
      {wallets.length > 0 && (
        <div className="-mt-2 flex flex-wrap gap-2">
          {wallets.map((wallet) => (
            <Button key={wallet} type="button" variant="outlined" size="small" onClick={() => onValueChange(wallet)}>
              {t('settings.keys.wallet', { address: shortHex(wallet) })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
};
