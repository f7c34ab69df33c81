import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { path } from '../../platform/route/path.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { sameAddress } from '../../platform/format/same-address.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { useGate } from '../auth/use-gate.ts';
import { Countdown, useChainNow } from '../reference/countdown.tsx';
import { Price } from '../price/price.tsx';
import { familyQuery } from './breeding-family.query.ts';
import { breedingPath } from './breeding-path.ts';
import { FamilyTree } from './family-tree.tsx';
import { LifeFacts } from './life-facts.tsx';
import { useNetworkOf } from './use-network-of.ts';

const SiringDialog = lazyDialog(async () => (await import('./siring-dialog.tsx')).SiringDialog);
const SiringEndDialog = lazyDialog(async () => (await import('./siring-dialog.tsx')).SiringEndDialog);

/** A token as a parent: its generation, its uses, its relatives; renders nothing without genes. */
export const FamilySection = ({ tokenUuid }: { tokenUuid: string }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const [open, setOpen] = useState<'siring' | 'end'>();
  const { data: family } = useQuery(familyQuery(tokenUuid));
  const networkUuid = useNetworkOf(family?.terms.currency.uuid);
  const now = useChainNow(networkUuid);
  if (!family) return null;
  const { token, terms, birth } = family;
  const { symbol, decimals } = terms.currency;
  const isOwn =
    !!user && (token.owner?.uuid === user.uuid || sameAddress(token.ownerAddress, user.metamaskWallet ?? ''));
  const siring = token.siring && (now === null || Date.parse(token.siring.endsAt) > now) ? token.siring : null;
  const canOffer = isOwn && terms.isOpen && token.nextFee !== null;
  // The viewer breeds their own matron with another owner's sire.
  const breedWith = `${path.breeding}?${isOwn ? 'matron' : 'sire'}=${token.uuid}`;
  return (
    <section className="mt-12" data-family={token.uuid}>
      <h2 className="mb-4 text-xl font-semibold">{t('breeding.family.title')}</h2>
      <div className="rounded-2xl bg-ink-900 p-5">
        <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div>
            <p className="font-medium text-ink-50">
              {t('breeding.generation', { number: token.generation })}
              {token.generation === 0 && <span className="text-ink-400"> · {t('breeding.family.founder')}</span>}
            </p>
            <LifeFacts token={token} symbol={symbol} networkUuid={networkUuid} now={now} className="mt-2" />
            {siring && (
              <p className="mt-3 text-sm text-ink-200" data-siring={siring.price}>
                {t('breeding.siring.offered')}{' '}
                <Price amount={siring.price} currency={symbol} className="font-semibold" /> ·{' '}
                {t('breeding.siring.endsIn')} <Countdown to={siring.endsAt} networkUuid={networkUuid} />
              </p>
            )}
          </div>
          <div className="flex flex-wrap gap-2 print:hidden">
            {terms.isOpen && token.nextFee !== null && (
              <Link to={breedWith} className={buttonClass('outlined', 'small')}>
                {t('breeding.family.breedWith')}
              </Link>
            )}
            {canOffer && (
              <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('siring'))}>
                {t(siring ? 'breeding.siring.change' : 'breeding.siring.open')}
              </Button>
            )}
            {isOwn && siring && (
              <Button variant="outlined" size="small" onClick={() => gate('wallet', () => setOpen('end'))}>
                {t('breeding.siring.endOpen')}
              </Button>
            )}
            {birth && (
              <Link to={breedingPath(birth.uuid)} className={buttonClass('outlined', 'small')}>
                {t('breeding.family.birth')}
              </Link>
            )}
          </div>
        </div>
      </div>
      <FamilyTree family={family} />
      {open && (
        <Suspense fallback={null}>
          {open === 'siring' ? (
            <SiringDialog
              token={token}
              symbol={symbol}
              decimals={decimals}
              networkUuid={networkUuid}
              onClose={() => setOpen(undefined)}
            />
          ) : (
            <SiringEndDialog token={token} networkUuid={networkUuid} onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </section>
  );
};
