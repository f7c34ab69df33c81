import * as walletCalls from '@skarb/schema/calls/wallet';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { untilRead } from '../../platform/query/client.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { PRIVATE } from '../../platform/query/private.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';

const SENDING_POLL_MS = 1_500;

/**
 * Coin for the first network fee of a wallet that has none: the marketplace offers it once, sends it on a press, and
 * otherwise says why not. Nothing on a marketplace that never pays it.
 * @param coin the native coin's name
 * @param onArrived called when it has been sent
 */
export const GasDrop = ({ account, coin, onArrived }: { account: string; coin: string; onArrived: () => unknown }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const client = useQueryClient();
  const queryKey = [PRIVATE, 'gas-drop', account.toLowerCase()];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(walletCalls.gasDrop, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.status === 'SENDING' ? SENDING_POLL_MS : untilRead(state)),
  });
  const request = useMutation({
    mutationFn: async () => (await call(walletCalls.requestGasDrop)).data,
    onSuccess: (drop) => client.setQueryData(queryKey, drop),
  });
  const status = data?.status;
  useEffect(() => {
    if (status === 'SENT') void onArrived();
  }, [status, onArrived]);
  if (!data || data.code === 'gasDrop.off') return null;
  const shown = { amount: formats.exact(data.amount), coin };
  const isOffered = data.status === 'OFFERED';
  return (
    <>
      <p className="text-ink-200">
        {isOffered && t('trade.preflight.drop', shown)}
        {data.status === 'SENDING' && t('trade.preflight.dropSending', shown)}
        {data.status === 'SENT' && t('code.gasDrop_given', { coin })}
        {data.code && t(`code.${data.code.replaceAll('.', '_')}`, { coin })}
      </p>
      {isOffered && (
        <Button size="small" className="self-start" isBusy={request.isPending} onClick={() => request.mutate()}>
          {t('trade.preflight.takeDrop', shown)}
        </Button>
      )}
      {request.error && (
        <p role="alert" className="text-red-400">
          {wordsOf(t, request.error)}
        </p>
      )}
    </>
  );
};
