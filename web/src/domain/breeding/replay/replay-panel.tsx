import type { Breeding, Vocabulary } from '@skarb/schema/breeding';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { cx } from '../../../ui/class-name.ts';
import { ChainCheck, VerdictMark, verdictOf } from '../../wallet/chain-check.tsx';
import { type Check, replay } from './replay.ts';
import { TraitStories } from './trait-stories.tsx';

/** Shows one line after another; all at once with reduced motion. */
const STAGGER_MS = 140;

const Row = ({ check, index }: { check: Check; index: number }) => {
  const { t } = useTranslation();
  const verdict = verdictOf(check.isSame);
  return (
    <li
      data-check={check.name}
      data-same={verdict}
      className="flex animate-[appear_200ms_ease-out_both] gap-3 py-3 motion-reduce:animate-none"
      style={{ animationDelay: `${index * STAGGER_MS}ms` }}
    >
      <VerdictMark verdict={verdict} className="size-5" />
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

/** The browser repeats the draw step by step and compares it with this page. */
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
  return (
    <ChainCheck
      queryKey={['breeding', breeding.uuid, breeding.version]}
      networkUuid={networkUuid}
      ask={(network) => replay(breeding, network, vocabulary)}
      asking={t('breeding.replay.asking')}
      askAgain={t('breeding.replay.again')}
      tall="h-64 rounded-2xl"
    >
      {({ isAgreed, checks, stories }, again) => (
        <div data-agreed={isAgreed}>
          <p role="status" className={cx('text-lg font-semibold', isAgreed ? 'text-ink-50' : 'text-red-400')}>
            {t(isAgreed ? 'breeding.replay.agrees' : 'breeding.replay.differs')}
          </p>
          <div className="mt-4 grid grid-cols-1 gap-8 wide:grid-cols-2 wide:gap-12">
            <ol className="divide-y divide-ink-800">
              {checks.map((check, index) => (
                <Row key={check.name} check={check} index={index} />
              ))}
            </ol>
            <TraitStories stories={stories} breeding={breeding} />
          </div>
          <p className="mt-4">{again}</p>
        </div>
      )}
    </ChainCheck>
  );
};
