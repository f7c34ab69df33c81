import * as devCalls from '@skarb/schema/calls/dev';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useFormats } from '../../platform/format/format.ts';
import { call } from '../../platform/http/api.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import {
  answerRequest,
  type DemoRequest,
  pendingRequest,
  type PendingDemoRequest,
  subscribeRequests,
} from '../../platform/wallet/demo/demo-requests.ts';
import { readRequest } from '../../platform/wallet/demo/read-request.ts';
import { sameAddress } from '../../platform/format/same-address.ts';
import { useAllCurrencies, useRunningNetwork } from '../reference/use-networks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { namesOn } from './demo-names.ts';
import { wordsOf } from './demo-words.ts';

const box = 'max-h-56 overflow-auto rounded-2xl bg-ink-800 p-4 text-sm text-ink-200';

/** The message, or what the request names and its raw data. */
const Facts = ({ request, facts }: { request: PendingDemoRequest; facts: { name: string; value: string }[] }) => {
  const { t } = useTranslation();
  if (request.kind === 'text')
    return (
      <pre tabIndex={0} className={`${box} whitespace-pre-wrap font-sans`}>
        {request.text}
      </pre>
    );
  const { id: _id, kind: _kind, from: _from, ...sent } = request;
  const raw = 'typedData' in sent ? sent.typedData : { ...sent, value: String(sent.value) };
  return (
    <>
      {facts.length > 0 && (
        <dl className="divide-y divide-ink-700 rounded-2xl bg-ink-800 px-4 py-2 text-sm">
          {facts.map(({ name, value }) => (
            <div key={value} className="flex items-baseline justify-between gap-4 py-1.5">
              <dt className="shrink-0 text-ink-400">{name}</dt>
              <dd className="num min-w-0 truncate text-right text-ink-50">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      <details className="text-sm">
        <summary className="inline-flex min-h-8 cursor-pointer items-center text-ink-200 underline underline-offset-4 hover:text-ink-50">
          {t('wallet.demo.details')}
        </summary>
        <pre tabIndex={0} className={`${box} mt-2 whitespace-pre-wrap break-all`}>
          {JSON.stringify(raw, null, 2)}
        </pre>
      </details>
    </>
  );
};

/** What a request does, in words. Undefined while the wallet does not know yet which contracts it knows. */
const useWords = (request: DemoRequest | null) => {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const formats = useFormats();
  const currencies = useAllCurrencies();
  const network = useRunningNetwork();
  const { data: contracts, isPending } = useQuery({
    queryKey: ['dev', 'contracts'],
    queryFn: async () => (await call(devCalls.contracts)).data,
    staleTime: Infinity,
    retry: false,
  });
  if (!request) return undefined;
  if (request.kind === 'text') return { sentence: t('wallet.demo.signText'), warnings: [], facts: [] };
  if (isPending) return undefined;
  const isCurrency = (token: string) => currencies.some(({ address }) => sameAddress(address, token));
  return wordsOf(readRequest(request, { contracts, isCurrency }), {
    i18n,
    formats,
    currencies,
    nativeSymbol: network?.nativeSymbol ?? '',
    contracts,
    own: request.from,
    names: namesOn(client, i18n.language),
  });
};

/** The demo wallet's own window: the request in words, approve and reject. */
export const DemoDialog = () => {
  const { t } = useTranslation();
  const request = useSyncExternalStore(subscribeRequests, pendingRequest, () => null);
  const words = useWords(request);
  if (!request || !words) return null;
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && answerRequest(request.id, false)}
      title={t('wallet.demo.name')}
      description={<span className="text-lg text-ink-50">{words.sentence}</span>}
    >
      <div className="flex flex-col gap-5">
        {words.warnings.map((warning) => (
          <p key={warning} className="break-words text-gold-400">
            {warning}
          </p>
        ))}
        <Facts key={request.id} request={request} facts={words.facts} />
        <p className="text-sm text-ink-400">{t('wallet.demo.play')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="outlined" onClick={() => answerRequest(request.id, false)}>
            {t('wallet.demo.reject')}
          </Button>
          <Button onClick={() => answerRequest(request.id, true)}>{t('wallet.demo.approve')}</Button>
        </div>
      </div>
    </Dialog>
  );
};
