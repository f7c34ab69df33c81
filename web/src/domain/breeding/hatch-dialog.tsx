import * as breedingCalls from '@skarb/schema/calls/breeding';
import type { Breeding } from '@skarb/schema/breeding';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { stepsPlan } from './breed.plan.ts';
import { StepsDialog } from './steps-dialog.tsx';

/**
 * Ends a breeding for anyone who does not want to wait for the marketplace: hatches the child, or closes a breeding
 * whose child is lost.
 */
export const HatchDialog = ({
  breeding,
  action,
  networkUuid,
  onClose,
}: {
  breeding: Breeding;
  action: 'hatch' | 'lose';
  networkUuid: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const ask = () => call(breedingCalls.hatch, { params: { id: breeding.uuid } });
  return (
    <StepsDialog
      flowKey={`hatch:${breeding.uuid}`}
      title={t(`breeding.${action}.title`)}
      text={t(`breeding.${action}.text`)}
      submit={t(`breeding.${action}.submit`)}
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
