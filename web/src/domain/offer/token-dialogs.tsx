import type { Offer } from '@skarb/schema/offer';
import type { TokenDetail } from '@skarb/schema/token';
import type { ReactNode } from 'react';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { availableFor } from './own-offers.ts';
import type { usePossibleActions } from './use-possible-actions.ts';

const PurchaseDialog = lazyDialog(async () => (await import('./sale/purchase-dialog.tsx')).PurchaseDialog);
const SellDialog = lazyDialog(async () => (await import('./sale/sell-dialog.tsx')).SellDialog);
const BidDialog = lazyDialog(async () => (await import('./bid/bid-dialog.tsx')).BidDialog);
const AuctionDialog = lazyDialog(async () => (await import('./auction/auction-dialog.tsx')).AuctionDialog);
const EditDialog = lazyDialog(async () => (await import('./sale/edit-dialog.tsx')).EditDialog);
const CancelDialog = lazyDialog(async () => (await import('./cancel-dialog.tsx')).CancelDialog);
const AcceptDialog = lazyDialog(async () => (await import('./bid/accept-dialog.tsx')).AcceptDialog);
const ApproveDialog = lazyDialog(async () => (await import('./sale/approve-dialog.tsx')).ApproveDialog);
const SendDialog = lazyDialog(async () => (await import('./send-dialog.tsx')).SendDialog);
const MintDialog = lazyDialog(async () => (await import('../create/mint-dialog.tsx')).MintDialog);

export type OpenDialog =
  | { name: 'buy'; offer?: Offer }
  | { name: 'sell' | 'auction' | 'bid' }
  | { name: 'edit' | 'cancel' | 'accept'; offer: Offer }
  | { name: 'approve' | 'send' }
  | { name: 'mint' };

type Props = {
  token: TokenDetail;
  open: OpenDialog | undefined;
  possible: ReturnType<typeof usePossibleActions>;
  buyerNotice: ReactNode;
  onClose: () => void;
  onMinted: () => void;
};

/** The dialog of the action that the viewer has chosen. */
export const TokenDialogs = ({ token, open, possible, buyerNotice, onClose, onMinted }: Props) => {
  const { own, held, free, others, isEdition } = possible;
  const available = isEdition ? possible.available : 1;
  switch (open?.name) {
    case 'buy':
      return <PurchaseDialog token={token} offer={open.offer} notice={buyerNotice} onClose={onClose} />;
    case 'sell':
      return <SellDialog token={token} available={available} onClose={onClose} />;
    case 'bid':
      return <BidDialog token={token} available={isEdition ? others : 1} onClose={onClose} />;
    case 'auction':
      return <AuctionDialog token={token} available={available} onClose={onClose} />;
    case 'edit':
      return (
        <EditDialog
          offer={open.offer}
          available={isEdition ? availableFor(open.offer, own ?? [], free) : 1}
          onClose={onClose}
        />
      );
    case 'cancel':
      return <CancelDialog offer={open.offer} onClose={onClose} />;
    case 'accept':
      return <AcceptDialog offer={open.offer} held={held} onClose={onClose} />;
    case 'approve':
      return <ApproveDialog token={token} onClose={onClose} />;
    case 'send':
      return <SendDialog token={token} free={free} onClose={onClose} />;
    case 'mint':
      return <MintDialog token={token} onClose={onClose} onMinted={onMinted} />;
    case undefined:
      return null;
  }
};
