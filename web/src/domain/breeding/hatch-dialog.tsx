import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { Breeding } from '@skarb/schema/breeding';
import { useTranslation } from 'react-i18next';
import { call } from '../../platform/http/api.ts';
import { stepsPlan } from './breed.plan.ts';
import { StepsDialog } from './steps-dialog.tsx';

/**
 * Bringing a breeding to its end, by whoever does not want to wait for the marketplace: hatching the child, or closing
 * it where there can be none any more.
 */
export const HatchDialog = ({
  breeding,
  deed,
  networkUuid,
  onClose,
}: {
  breeding: Breeding;
  deed: 'hatch' | 'lose';
  networkUuid: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const ask = () => call(breedingCalls.hatch, { params: { id: breeding.uuid } });
  return (
    <StepsDialog
      flowKey={`hatch:${breeding.uuid}`}
      title={t(`breeding.${deed}.title`)}
      text={t(`breeding.${deed}.text`)}
      submit={t(`breeding.${deed}.submit`)}
      plan={stepsPlan(
        ['hatch', breeding.uuid, breeding.version],
        networkUuid,
        async () => (await ask()).data.steps ?? [],
      )}
      send={ask}
      onClose={onClose}
    />
  );
};
