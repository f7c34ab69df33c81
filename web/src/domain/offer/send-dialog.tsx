import * as tokenCalls from '@skarb/schema/calls/token';
import type { Step } from '@skarb/schema/primitive';
import type { TokenDetail } from '@skarb/schema/token';
import { useState } from 'react';
import { call } from '../../platform/http/api.ts';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { NumberField } from '../../ui/field.tsx';
import { OwnSalesAfter } from './bid/own-sales-after.tsx';
import { useFieldWord } from './price-fields.tsx';
import { quantityWrong } from './quantity.rules.ts';
import { SendReceiver } from './send-receiver.tsx';
import { Sent } from './sent.tsx';
import { TradeDialog } from './trade-dialog.tsx';
import { useReceiver } from './use-receiver.ts';
import { useTradeFlow } from './use-trade-flow.ts';

type Props = {
  token: TokenDetail;
  /** Units the viewer holds outside of auctions. */ free: number;
  onClose: () => void;
};

/** Sends a work, or units of an edition, to a person or an address; nobody can bring it back. */
export const SendDialog = ({ token, free, onClose }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const word = useFieldWord();
  const flow = useTradeFlow<{ steps: Step[] }>(`send-work:${token.uuid}`);
  const receiver = useReceiver(flow.dismiss);
  const { to, name } = receiver;
  const [quantity, setQuantity] = useState('1');
  // The number from when the dialog opened: at the end the viewer holds fewer.
  const [most] = useState(token.type === 'ERC1155' ? free : 1);
  const units = Number(quantity);
  const wrong = quantityWrong(quantity, most);
  const send = async () => {
    if (!to) return receiver.ask();
    if (wrong) return;
    await flow.send(() => call(tokenCalls.send, { body: { items: [{ tokenUuid: token.uuid, to, quantity: units }] } }));
  };
  const work = own(token).name;
  const isKnown = flow.offer !== undefined && name !== undefined;
  const done = () =>
    most > 1
      ? t('trade.send.doneCopies', { name: work, count: units, to: name })
      : t('trade.send.done', { name: work, to: name });
  return (
    <TradeDialog
      token={token}
      flow={flow}
      onClose={onClose}
      title={t('trade.send.title')}
      failedTitle={t('trade.send.failedTitle')}
      doneTitle={t('trade.send.doneTitle')}
      text={t('trade.send.text')}
      // A resumed run may have been to somebody else.
      doneText={isKnown ? done() : undefined}
      onSubmit={send}
      submit={name ? t('trade.send.submitTo', { name }) : t('trade.send.submit')}
      isReady={!wrong}
      note={t('trade.send.note')}
      done={<Sent steps={flow.steps.state.steps} to={isKnown ? to : undefined} onClose={onClose} />}
    >
      <SendReceiver {...receiver.fields} />
      {most > 1 && (
        <NumberField
          label={t('trade.quantity')}
          hint={t('trade.accept.quantityHint', { max: most })}
          min={1}
          max={most}
          value={quantity}
          onValueChange={(value) => {
            setQuantity(value);
            flow.dismiss();
          }}
          error={word(wrong, { max: most })}
        />
      )}
      {!wrong && <OwnSalesAfter token={token} units={units} />}
      <p className="text-sm text-gold-400">{t('trade.send.warning')}</p>
    </TradeDialog>
  );
};
