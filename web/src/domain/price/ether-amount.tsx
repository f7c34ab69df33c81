import { Fiat } from './fiat.tsx';
import { Price } from './price.tsx';

/** An amount in ether, and below it what that is in the reader's money. Keeps the line while the rate is unknown. */
export const EtherAmount = ({ amount }: { amount: string }) => (
  <>
    <Price isRounded amount={amount} currency="ETH" hasMark={false} />
    <span className="num block min-h-5 text-sm font-normal text-ink-400">
      <Fiat amount={amount} currency="ETH" isLive={false} />
    </span>
  </>
);
