import type { Breeding, BreedingWithSteps } from '@skarb/schema/breeding';
import { useTranslation } from 'react-i18next';
import { api } from '../../platform/http/api.ts';
import { stepsPlan } from './breed.plan.ts';
import { StepsDialog } from './steps-dialog.tsx';

/** Hatching a child that is due, by whoever does not want to wait for the marketplace. */
export const HatchDialog = ({
  breeding,
  networkUuid,
  onClose,
}: {
  breeding: Breeding;
  networkUuid: string;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const ask = () => api.post<{ data: BreedingWithSteps }>(`/breeding/${breeding.uuid}/hatch`);
  return (
    <StepsDialog
      flowKey={`hatch:${breeding.uuid}`}
      title={t('breeding.hatch.title')}
      text={t('breeding.hatch.text')}
      submit={t('breeding.hatch.submit')}
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
