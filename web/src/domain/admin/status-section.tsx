import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { When } from '../../platform/format/when.tsx';
import { errorWords } from '../../platform/http/api-error.ts';
import { cx } from '../../ui/class-name.ts';
import { figuresQuery, readinessQuery } from './admin.query.ts';
import { Figure } from './figure.tsx';

const LIGHT = { there: 'bg-green-400', asking: 'bg-ink-400', unsure: 'bg-red-400' };

/** A part the marketplace depends on: working, unavailable, or being checked. */
const Light = ({ name, state, words }: { name: string; state: keyof typeof LIGHT; words: string }) => (
  <li className="flex items-center gap-3">
    <span aria-hidden className={cx('size-2.5 rounded-full', LIGHT[state])} />
    <span className="font-medium text-ink-50">{name}</span>
    <span className="text-ink-400">{words}</span>
  </li>
);

/** The parts the marketplace depends on, and its current metrics. */
export const StatusSection = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  const ready = useQuery(readinessQuery);
  const { data: figures } = useQuery(figuresQuery);
  const state = ready.isError ? undefined : ready.data;
  const light = state ? 'there' : ready.isPending ? 'asking' : 'unsure';
  return (
    <>
      {ready.isError && (
        <p role="alert" className="mt-3 rounded-2xl border border-red-400 p-4 text-ink-50">
          {errorWords(t, ready.error)[0]}
        </p>
      )}
      {state && state.setAside.count > 0 && (
        <p role="alert" className="mb-4 rounded-2xl border border-gold-400 p-4 text-ink-50">
          {t('admin.setAside', { count: state.setAside.count, shown: formats.count(state.setAside.count) })}
        </p>
      )}
      {state && state.worker.stalled.length > 0 && (
        <p role="alert" className="mb-4 rounded-2xl border border-red-400 p-4 text-ink-50">
          {t('admin.stalled', {
            steps: state.worker.stalled.map(({ step }) => t(`admin.step.${step}`)).join(', '),
          })}
        </p>
      )}
      {state?.operator?.isLow && (
        <p role="alert" className="mb-4 rounded-2xl border border-gold-400 p-4 text-ink-50">
          {t('admin.operatorLow')}
        </p>
      )}
      <ul className="flex flex-wrap gap-x-10 gap-y-2">
        {(['database', 'chain', 'worker'] as const).map((part) => (
          <Light key={part} name={t(`admin.part.${part}`)} state={light} words={t(`admin.${light}`)} />
        ))}
      </ul>
      <dl className="mt-5 grid grid-cols-2 gap-3 fluid:gap-4 desktop:grid-cols-5">
        <Figure name={t('admin.head')} note={state && t('admin.chainId', { id: state.chain.chainId })}>
          {state ? formats.count(state.chain.head) : '—'}
        </Figure>
        <Figure
          name={t('admin.lag')}
          note={
            state &&
            t('admin.lagSeconds', { count: state.worker.lagSeconds, shown: formats.count(state.worker.lagSeconds) })
          }
        >
          {state ? formats.count(state.worker.lagBlocks) : '—'}
        </Figure>
        <Figure
          name={t('admin.requests')}
          note={figures?.meanMs != null && t('admin.mean', { ms: formats.count(Math.round(figures.meanMs)) })}
        >
          {figures ? formats.count(figures.requests) : '—'}
        </Figure>
        <Figure
          name={t('admin.failed')}
          note={figures && t('admin.refused', { count: figures.refused, shown: formats.count(figures.refused) })}
        >
          {figures ? formats.count(figures.failed) : '—'}
        </Figure>
        <Figure
          name={t('admin.memory')}
          note={
            figures?.startedAt && (
              <>
                {t('admin.started')} <When at={figures.startedAt} />
              </>
            )
          }
        >
          {figures ? t('admin.megabytes', { value: formats.count(Math.round(figures.memoryMb)) }) : '—'}
        </Figure>
      </dl>
    </>
  );
};
