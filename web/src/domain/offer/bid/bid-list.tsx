import type { Offer } from '@skarb/schema/offer';
import { useState, type ReactNode } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useSession } from '../../../platform/session/use-session.ts';
import { lazyDialog } from '../../../platform/lazy/lazy-dialog.tsx';
import { sameAddress } from '../../../platform/format/same-address.ts';
import { Button } from '../../../ui/button.tsx';
import { useGate } from '../../auth/use-gate.ts';
import { BidTable } from './bid-table.tsx';

const AcceptDialog = lazyDialog(async () => (await import('./accept-dialog.tsx')).AcceptDialog);
const CancelDialog = lazyDialog(async () => (await import('../cancel-dialog.tsx')).CancelDialog);

type Props = {
  label: string;
  offers: readonly Offer[];
  hasToken?: boolean;
  hasMaker?: boolean;
  /** Units of an offer's token that the viewer holds; 0 if they cannot accept. */ heldOf: (offer: Offer) => number;
  /** Renders the lines or an empty state around them; a dialog stays open when its line disappears. */
  children?: (lines: ReactNode) => ReactNode;
};

/** Buyers' offers with what the viewer can do: accept those for units they hold, withdraw their own. */
export const BidList = ({ label, offers, hasToken, hasMaker, heldOf, children = (lines) => lines }: Props) => {
  const { t } = useTranslation();
  const gate = useGate();
  const { user } = useSession();
  const [open, setOpen] = useState<{ name: 'accept' | 'withdraw'; offer: Offer }>();
  const close = () => setOpen(undefined);
  const isMine = (offer: Offer) =>
    !!user && (offer.buyer?.uuid === user.uuid || sameAddress(offer.buyerAddress, user.metamaskWallet));
  const lines = (
    <BidTable
      label={label}
      offers={offers}
      hasToken={hasToken}
      hasMaker={hasMaker}
      actions={(offer) =>
        isMine(offer)
          ? offer.status !== 'CANCELLING' && (
              <Button size="small" variant="outlined" onClick={() => setOpen({ name: 'withdraw', offer })}>
                {t('trade.action.withdraw')}
              </Button>
            )
          : offer.status === 'ACTIVE' &&
            !offer.isHidden &&
            heldOf(offer) > 0 && (
              <Button
                size="small"
                variant="outlined"
                onClick={() => gate('wallet', () => setOpen({ name: 'accept', offer }))}
              >
                {t('trade.action.accept')}
              </Button>
            )
      }
    />
  );
  return (
    <>
      {children(lines)}
      {open?.name === 'accept' && <AcceptDialog offer={open.offer} held={heldOf(open.offer)} onClose={close} />}
      {open?.name === 'withdraw' && <CancelDialog offer={open.offer} onClose={close} />}
    </>
  );
};
