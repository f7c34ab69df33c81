import type { Breeding, Vocabulary } from '@skarb/schema/breeding';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { cx } from '../../../ui/class-name.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { wordsOf } from '../../wallet/failure-words.ts';
import { useNetworks } from '../../wallet/reference.ts';
import { type Check, replay } from './replay.ts';
import { TraitStories } from './trait-stories.tsx';

const marks = {
  yes: { Icon: CircleCheck, look: 'text-green-400' },
  no: { Icon: CircleAlert, look: 'text-red-400' },
  none: { Icon: Minus, look: 'text-ink-400' },
};
/** One line after the other, so that the eye can follow; at once where motion is not wanted. */
const STAGGER_MS = 140;

const Row = ({ check, index }: { check: Check; index: number }) => {
  const { t } = useTranslation();
  const verdict = check.isSame === null ? 'none' : check.isSame ? 'yes' : 'no';
  const { Icon, look } = marks[verdict];
  return (
    <li
      data-check={check.name}
      data-same={verdict}
      className="flex animate-[appear_200ms_ease-out_both] gap-3 py-3 motion-reduce:animate-none"
      style={{ animationDelay: `${index * STAGGER_MS}ms` }}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', look)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium text-ink-50">
            {t(`breeding.replay.check.${check.name}.title`)}
            <span className="sr-only"> · {t(`offer.verify.same.${verdict}`)}</span>
          </span>
          <span className="num max-w-full truncate text-sm text-ink-200">{check.is}</span>
        </p>
        <p className="text-sm text-ink-400">{t(`breeding.replay.check.${check.name}.text`)}</p>
      </div>
    </li>
  );
};

/** The hatch drawn again by the reader's own browser, step by step, beside what this page says of it. */
export const ReplayPanel = ({
  breeding,
  vocabulary,
  networkUuid,
}: {
  breeding: Breeding;
  vocabulary: Vocabulary;
  networkUuid: string;
}) => {
  const { t } = useTranslation();
  const network = useNetworks().find(({ uuid }) => uuid === networkUuid);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['verify', 'breeding', breeding.uuid, breeding.version],
    queryFn: () => replay(breeding, network as NonNullable<typeof network>, vocabulary),
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
      {t('breeding.replay.again')}
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
        <p className="text-ink-200">{t('breeding.replay.asking')}</p>
        <Skeleton className="mt-3 h-64 rounded-2xl" />
      </div>
    );
  return (
    <div data-agreed={data.isAgreed}>
      <p role="status" className={cx('text-lg font-semibold', data.isAgreed ? 'text-ink-50' : 'text-red-400')}>
        {t(data.isAgreed ? 'breeding.replay.agrees' : 'breeding.replay.differs')}
      </p>
      <div className="mt-4 grid grid-cols-1 gap-8 wide:grid-cols-2 wide:gap-12">
        <ol className="divide-y divide-ink-800">
          {data.checks.map((check, index) => (
            <Row key={check.name} check={check} index={index} />
          ))}
        </ol>
        <TraitStories stories={data.stories} breeding={breeding} />
      </div>
      <p className="mt-4">{again}</p>
    </div>
  );
};
