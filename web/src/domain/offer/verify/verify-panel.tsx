import type { Offer } from '@skarb/schema/offer';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { ChainCheck, VerdictMark, verdictOf } from '../../wallet/chain-check.tsx';
import { verify } from './verify.ts';
import { textsOf, type Line, type Value } from './verify.rules.ts';

const useValueWords = () => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (value: Value, isExact = false): string => {
    if (value.kind === 'amount') return `${isExact ? value.amount : formats.amount(value.amount)} ${value.currency}`;
    if (value.kind === 'address') return shortHex(value.address);
    if (value.kind === 'count') return formats.count(value.count);
    return value.kind === 'time' ? formats.dateTime(value.at) : t(`offer.verify.value.${value.word}`);
  };
};

const Row = ({ line }: { line: Line }) => {
  const { t } = useTranslation();
  const say = useValueWords();
  const verdict = verdictOf(line.isSame);
  const { is, says } = textsOf(line, say);
  const titleOf = (value: Value) => (value.kind === 'amount' ? say(value, true) : undefined);
  return (
    <li data-line={line.name} data-same={verdict} className="flex gap-2.5 py-2">
      <VerdictMark verdict={verdict} className="size-4" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-ink-200">
            {t(`offer.verify.line.${line.name}`)}
            <span className="sr-only"> · {t(`offer.verify.same.${verdict}`)}</span>
          </span>
          <span className="num font-medium text-ink-50" title={titleOf(line.is)}>
            {is}
          </span>
        </p>
        {line.says !== null && says !== null && (
          <p className="num text-right text-ink-400" title={titleOf(line.says)}>
            {t(line.isSame ? 'offer.verify.needed' : 'offer.verify.pageSays', {
              value: says,
            })}
          </p>
        )}
      </div>
    </li>
  );
};

/** What the reader's browser reads from the chain about an offer, beside what this page says. */
export const VerifyPanel = ({ offer }: { offer: Offer }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <ChainCheck
      // Another version of the offer needs a new verification.
      queryKey={[offer.uuid, offer.version, offer.status, offer.price]}
      networkUuid={offer.networkUuid}
      ask={(network) => verify(offer, network)}
      asking={t('offer.verify.asking')}
      askAgain={t('offer.verify.again')}
      tall="h-44 rounded-xl"
    >
      {({ isAgreed, block, lines }, again) => (
        <div data-agreed={isAgreed}>
          <p role="status" className="num font-medium text-ink-50">
            {t(isAgreed ? 'offer.verify.agrees' : 'offer.verify.differs', { block: formats.count(block) })}
          </p>
          <ul className="my-2 divide-y divide-ink-800">
            {lines.map((line) => (
              <Row key={line.name} line={line} />
            ))}
          </ul>
          {again}
        </div>
      )}
    </ChainCheck>
  );
};
