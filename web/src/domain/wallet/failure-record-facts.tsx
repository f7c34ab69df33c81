import { fromBaseUnits } from '@skarb/schema/money';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import type { FailureRecord } from '../../platform/steps/failure-record-store.ts';
import { addFee } from './keep-failure-record.ts';
import { useNetworks } from '../reference/use-networks.ts';
import { TransactionLink } from '../reference/transaction-link.tsx';

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4">
    <dt className="text-ink-400">{name}</dt>
    <dd className="num text-right text-ink-50">{children}</dd>
  </div>
);

/** A failure's cost, what it transferred (nothing: a failed transaction is reverted), and its transaction. */
export const FailureRecordFacts = ({ record, account }: { record: FailureRecord; account: string }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const network = useNetworks().find(({ chainId }) => chainId === record.chainId);
  useEffect(() => void addFee(client, account, record), [client, account, record]);
  const { txHash, fee } = record;
  const cost = fee === undefined ? null : fromBaseUnits(BigInt(fee), 18);
  return (
    <dl className="flex flex-col gap-2">
      <Fact name={t('wallet.failure.cost')}>
        {txHash === undefined ? (
          t('wallet.failure.nothingSent')
        ) : cost === null ? (
          t('wallet.failure.unknown')
        ) : (
          <span title={formats.exact(cost)}>
            {formats.amount(cost)} {network?.nativeSymbol}
          </span>
        )}
      </Fact>
      <Fact name={t('wallet.failure.moved')}>{t('wallet.failure.movedNone')}</Fact>
      {txHash && (
        <Fact name={t('wallet.failure.transaction')}>
          <TransactionLink hash={txHash} chainId={record.chainId} />
        </Fact>
      )}
    </dl>
  );
};
