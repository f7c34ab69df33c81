import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { Button } from '../../../ui/button.tsx';
import { useGate } from '../../auth/use-gate.ts';
import { useOpenDialog } from '../../wallet/use-open-dialog.ts';
import { heldBy } from '../own-offers.ts';

const AcceptDialog = lazyDialog(async () => (await import('./accept-dialog.tsx')).AcceptDialog);
const CancelDialog = lazyDialog(async () => (await import('../cancel-dialog.tsx')).CancelDialog);

/** What the viewer can do with a buyer's offer: accept it for units they hold, or withdraw their own. */
export const BidActions = ({ offer, token }: { offer: Offer; token: TokenDetail }) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const [open, setOpen] = useOpenDialog<'accept' | 'withdraw'>([[`accept:${offer.uuid}`, 'accept']]);
  const close = () => setOpen(undefined);
  const account = user?.metamaskWallet;
  const isMine = !!user && (offer.buyer?.uuid === user.uuid || sameAddress(offer.buyerAddress, account));
  const held = heldBy(token, user);
  const isOpen = offer.status === 'ACTIVE' || offer.status === 'INVALID';
  return (
    <div className="mt-4 flex flex-col gap-3 empty:hidden">
      {!isMine && held > 0 && offer.status === 'ACTIVE' && !offer.isHidden && (
        <Button size="large" onClick={() => gate('wallet', () => setOpen('accept'))}>
          {t('trade.action.accept')}
        </Button>
      )}
      {isMine && isOpen && (
        <Button variant="outlined" onClick={() => setOpen('withdraw')}>
          {t('trade.action.withdraw')}
        </Button>
      )}
      {open === 'accept' && <AcceptDialog offer={offer} held={held} onClose={close} />}
      {open === 'withdraw' && <CancelDialog offer={offer} onClose={close} />}
    </div>
  );
};
