import type { Offer } from '@skarb/schema/offer';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../platform/format/format.ts';
import { shortAddress } from '../../../platform/wallet/eip1193.ts';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { wordsOf } from '../../wallet/failure-words.ts';
import { useNetworks } from '../../wallet/reference.ts';
import { verify } from './verify.ts';
import type { Line, Value } from './verify.rules.ts';

const useValueWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (value: Value): string => {
    if (value.kind === 'amount') return `${formats.amount(value.amount)} ${value.currency}`;
    if (value.kind === 'address') return shortAddress(value.address);
    if (value.kind === 'count') return formats.count(value.count);
    return value.kind === 'time' ? formats.dateTime(value.at) : t(`offer.verify.value.${value.word}`);
  };
};

const marks = {
  yes: { Icon: CircleCheck, look: 'text-green-400' },
  no: { Icon: CircleAlert, look: 'text-red-400' },
  none: { Icon: Minus, look: 'text-ink-400' },
};

const Row = ({ line }: { line: Line }) => {
  const { t } = useTranslation();
  const say = useValueWords();
  const verdict = line.isSame === null ? 'none' : line.isSame ? 'yes' : 'no';
  const { Icon, look } = marks[verdict];
  const is = say(line.is);
  const says = line.says && say(line.says);
  return (
    <li data-line={line.name} data-same={verdict} className="flex gap-2.5 py-2">
      <Icon aria-hidden className={cx('mt-0.5 size-4 shrink-0', look)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-200">
            {t(`offer.verify.line.${line.name}`)}
            <span className="sr-only"> · {t(`offer.verify.same.${verdict}`)}</span>
          </span>
          <span className="num font-medium text-ink-50">{is}</span>
        </p>
        {says !== null && says !== is && (
          <p className="num text-right text-ink-400">
            {t(line.isSame ? 'offer.verify.needed' : 'offer.verify.pageSays', { value: says })}
          </p>
        )}
      </div>
    </li>
  );
};

/** What the reader's own browser hears from the chain about an offer, beside what this page says of it. */
export const VerifyPanel = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const network = useNetworks().find(({ uuid }) => uuid === offer.networkUuid);
  const { data, error, isFetching, refetch } = useQuery({
    // Another version of the offer is another claim, which has to be verified anew.
    queryKey: ['verify', offer.uuid, offer.version, offer.status, offer.price],
    queryFn: () => verify(offer, network as NonNullable<typeof network>),
    enabled: !!network,
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    structuralSharing: false,
  });
  const again = (
    <Button variant="outlined" size="small" isBusy={isFetching} onClick={() => void refetch()}>
      {t('offer.verify.again')}
    </Button>
  );
  if (error)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-ink-50">
        <p className="whitespace-pre-line">{wordsOf(t, error)}</p>
        {again}
      </div>
    );
  if (!data)
    return (
      <div role="status">
        <p>{t('offer.verify.asking')}</p>
        <Skeleton className="mt-3 h-44 rounded-xl" />
      </div>
    );
  return (
    <div data-agreed={data.isAgreed}>
      <p role="status" className="num font-medium text-ink-50">
        {t(data.isAgreed ? 'offer.verify.agrees' : 'offer.verify.differs', { block: formats.count(data.block) })}
      </p>
      <ul className="my-2 divide-y divide-ink-800">
        {data.lines.map((line) => (
          <Row key={line.name} line={line} />
        ))}
      </ul>
      {again}
    </div>
  );
};
