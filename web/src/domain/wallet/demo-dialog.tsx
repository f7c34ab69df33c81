import { useSyncExternalStore } from 'react';
import { fromBaseUnits } from '@skarb/schema/money';
import type { SignatureStep } from '@skarb/schema/primitive';
import { shortHex } from '../../platform/format/short-hex.ts';
import { useFormats } from '../../platform/format/format.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import {
  answerRequest,
  pendingRequest,
  type PendingDemoRequest,
  subscribeRequests,
} from '../../platform/wallet/demo/demo-requests.ts';
import { useCurrencies } from '../reference/use-networks.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Our contracts' calls by their selectors; the texts are below `wallet.demo.call`. */
const CALLS: Record<string, string> = {
  '0x095ea7b3': 'approve',
  '0xa22cb465': 'approveAll',
  '0x00000000': 'buy',
  '0xfb0f3ee1': 'buy',
  '0xe7acab24': 'buy',
  '0x87201b41': 'buy',
  '0xfd9f1e10': 'cancel',
  '0xb12a4d14': 'mint',
  '0xe7964483': 'mint',
  '0xbf303153': 'mint',
};

const Row = ({ name, value, exact = value }: { name: string; value: string; exact?: string }) => (
  <div className="flex items-baseline justify-between gap-4 py-1.5">
    <dt className="shrink-0 text-ink-400">{name}</dt>
    <dd className="num min-w-0 truncate text-right text-ink-50" title={exact}>
      {/^0x[0-9a-fA-F]{40}$/.test(value) ? shortHex(value) : value}
    </dd>
  </div>
);

/** The plain values of a message; lists show their length only. */
const rowsOf = (message: Record<string, unknown>): [string, string][] =>
  Object.entries(message).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value)) return [[name, `× ${value.length}`]];
    return value !== null && typeof value === 'object' ? [] : [[name, String(value)]];
  });

const TypedData = ({ typedData }: { typedData: SignatureStep['typedData'] }) => (
  <dl
    className="max-h-56 divide-y divide-ink-700 overflow-y-auto rounded-2xl bg-ink-800 px-4 py-2 text-sm"
    tabIndex={0}
  >
    {rowsOf(typedData.message).map(([name, value]) => (
      <Row key={name} name={name} value={value} />
    ))}
  </dl>
);

/** What a transaction moves or permits: the coin that is sent with it, or the currency that `approve(spender, amount)` names. */
const useMoney = (request: PendingDemoRequest): { word: string; amount: string; currency: string } | undefined => {
  const currencies = useCurrencies();
  if (request.kind !== 'transaction') return undefined;
  const { to, data, value } = request;
  if (value > 0n) return { word: 'value', amount: fromBaseUnits(value, 18), currency: 'POL' };
  const approved = currencies.find(({ address }) => address?.toLowerCase() === to.toLowerCase());
  if (!approved || CALLS[data.slice(0, 10)] !== 'approve') return undefined;
  const units = BigInt(`0x${data.slice(74, 138)}`);
  return { word: 'upTo', amount: fromBaseUnits(units, approved.decimals), currency: approved.symbol };
};

const Details = ({ request }: { request: PendingDemoRequest }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const money = useMoney(request);
  if (request.kind === 'text')
    return (
      <pre
        tabIndex={0}
        className="max-h-56 overflow-auto whitespace-pre-wrap rounded-2xl bg-ink-800 p-4 font-sans text-sm text-ink-200"
      >
        {request.text}
      </pre>
    );
  if (request.kind === 'typedData') return <TypedData typedData={request.typedData} />;
  return (
    <dl className="divide-y divide-ink-700 rounded-2xl bg-ink-800 px-4 py-2 text-sm">
      <Row name={t('wallet.demo.to')} value={request.to} />
      {money && (
        <Row
          name={t(`wallet.demo.${money.word}`)}
          value={`${formats.amount(money.amount)} ${money.currency}`}
          exact={`${money.amount} ${money.currency}`}
        />
      )}
    </dl>
  );
};

const meaningOf = (request: PendingDemoRequest): string => {
  if (request.kind === 'text') return 'text';
  if (request.kind === 'transaction')
    return CALLS[request.data.slice(0, 10)] ?? (request.data === '0x' ? 'pay' : 'call');
  if (request.typedData.primaryType === 'OrderComponents') return 'offer';
  return request.typedData.primaryType === 'MintRequest' ? 'mintRequest' : 'typedData';
};

/** The demo wallet's own window: the request in words, approve and reject. */
export const DemoDialog = () => {
  const { t } = useTranslation();
  const request = useSyncExternalStore(subscribeRequests, pendingRequest, () => null);
  if (!request) return null;
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && answerRequest(request.id, false)}
      title={t('wallet.demo.name')}
      description={t(`wallet.demo.call.${meaningOf(request)}`)}
    >
      <div className="flex flex-col gap-5">
        <Details request={request} />
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
