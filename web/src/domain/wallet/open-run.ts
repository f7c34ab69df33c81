import { isUnderWay, stepStore } from '../../platform/steps/step-store.ts';
import { sameAddress } from '../../platform/format/same-address.ts';

/** Whether a step of this run was sent or signed but is not finished; if so, resume the run. */
export const hasOpenRun = (key: string, account: string): boolean => {
  const saved = stepStore(localStorage).load(key);
  if (!saved || !sameAddress(saved.account, account)) return false;
  return saved.steps.some(isUnderWay);
};
