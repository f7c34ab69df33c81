import type { BreedingPair, BreedingTerms } from '@skarb/schema/breeding';
import { restSeconds, USES_MAX } from '@skarb/schema/genome';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';
import { Countdown } from '../reference/countdown.tsx';
import { useOpenDialog } from '../wallet/use-open-dialog.ts';
import { breedKey } from './breed-key.ts';
import { CostList } from './cost-list.tsx';

const BreedDialog = lazyDialog(async () => (await import('./breed-dialog.tsx')).BreedDialog);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-x-4 max-[19rem]:flex-wrap">
    <dt className="min-w-0 wrap-anywhere text-ink-400">{label}</dt>
    <dd className="num shrink-0 text-right text-ink-50">{children}</dd>
  </div>
);

/** Whether the two can breed now: one line, or every reason why not, each with its parent. */
const Verdict = ({ pair, networkUuid }: { pair: BreedingPair; networkUuid: string }) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const { matron, sire, obstacles } = pair;
  const nameOf = (uuid: string | null) => [matron, sire].map(own).find((one) => one.uuid === uuid)?.name;
  if (obstacles.length === 0)
    return (
      <p role="status" data-pair="clear" className="flex gap-3 font-medium text-ink-50">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-green-400" />
        {t('breeding.pair.clear')}
      </p>
    );
  return (
    <div role="status" data-pair="blocked">
      <ul className="flex flex-col gap-3">
        {obstacles.map(({ code, tokenUuid, until }) => {
          const name = nameOf(tokenUuid);
          return (
            <li key={`${code}${tokenUuid}`} data-obstacle={code} className="flex gap-3 text-ink-50">
              <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-red-400" />
              <span>
                {name && <span className="font-semibold">{name}: </span>}
                {t(`breeding.obstacle.${code}`)}
                {until && (
                  <span className="block text-sm text-ink-200">
                    {t('breeding.life.readyIn')} <Countdown to={until} networkUuid={networkUuid} />
                  </span>
                )}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
};

type Props = {
  pair: BreedingPair;
  /** The answer is the one for those who are not signed in. */
  isForVisitors: boolean;
  terms: BreedingTerms;
  networkUuid: string;
  onBred: (uuid: string | undefined) => void;
};

/** A pair's odds, duration and cost, and the button to breed. */
export const PairPanel = ({ pair, isForVisitors, terms, networkUuid, onBred }: Props) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const gate = useGate();
  const { user } = useSession();
  const own = useInLanguage();
  const [matron, sire] = [own(pair.matron), own(pair.sire)];
  const isClear = pair.obstacles.length === 0;
  const [open, setOpen] = useOpenDialog<'breed'>([[breedKey(pair), 'breed']]);
  const rest = ({ generation, uses }: { generation: number; uses: number }) =>
    uses >= USES_MAX ? '—' : formats.duration(restSeconds(generation, uses));
  const share = (percent: number) => formats.percent(percent / 100);
  const isVisitor = isForVisitors && pair.obstacles.every(({ code }) => code === 'NOT_OWNER' || code === 'NO_SIRING');
  return (
    <section
      aria-label={t('breeding.pair.label')}
      data-token={matron.uuid}
      className="flex flex-col gap-5 rounded-3xl bg-ink-900 p-5 wide:sticky wide:top-24 wide:self-start"
    >
      {isVisitor ? (
        <p role="status" data-pair="visitor" className="font-medium text-ink-50">
          {t('breeding.pair.visitor')}
        </p>
      ) : (
        <Verdict pair={pair} networkUuid={networkUuid} />
      )}
      <dl className="flex flex-col gap-2 text-sm">
        <Fact label={t('breeding.pair.generation')}>{pair.generation}</Fact>
        <Fact label={t('breeding.pair.hatch')}>{formats.duration(pair.hatchSeconds)}</Fact>
        <Fact label={t('breeding.pair.rest', { name: matron.name })}>{rest(matron)}</Fact>
        <Fact label={t('breeding.pair.rest', { name: sire.name })}>{rest(sire)}</Fact>
      </dl>
      <CostList pair={pair} />
      <p className="text-sm text-ink-400">
        {t('breeding.cost.shares', {
          creator: share(100 - terms.feePercent),
          marketplace: share(terms.feePercent),
        })}
      </p>
      {isVisitor && <Button onClick={() => gate('wallet', () => undefined)}>{t('breeding.pair.signIn')}</Button>}
      {isClear && user && (
        <Button size="large" onClick={() => gate('wallet', () => setOpen('breed'))}>
          {t('breeding.breed.open')}
        </Button>
      )}
      {open && (
        <Suspense fallback={null}>
          <BreedDialog
            pair={pair}
            terms={terms}
            networkUuid={networkUuid}
            onDone={(uuid) => {
              setOpen(undefined);
              onBred(uuid);
            }}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
};
