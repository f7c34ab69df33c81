import { StepList } from '../wallet/step-list.tsx';
import type { Steps } from '../wallet/use-steps.ts';
import { TradeSubject } from './trade-subject.tsx';

type Props = {
  token: Parameters<typeof TradeSubject>[0]['token'];
  flow: { steps: Steps; restart: () => void };
};

/** A trade dialog while the wallet works: the token and the steps. */
export const TradeSteps = ({ token, flow }: Props) => (
  <div className="flex flex-col gap-5">
    <TradeSubject token={token} />
    <StepList steps={flow.steps} onRestart={flow.restart} />
  </div>
);
