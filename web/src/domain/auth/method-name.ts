import type { WayIn } from '@skarb/schema/account';
import { useQuery } from '@tanstack/react-query';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { googleQuery } from './google.ts';

/**
 * The name of a sign-in method; Google by the name of the server's provider.
 * @param isAccount the wallet is a smart account: what signs in with it are its keys
 */
export const useMethodName = (isAccount = false) => {
  const { t } = useTranslation();
  const { data: provider } = useQuery(googleQuery);
  return (kind: WayIn['kind']): string =>
    kind === 'google'
      ? localName(t, provider?.name ?? 'Google')
      : t(`settings.ways.kind.${kind === 'wallet' && isAccount ? 'account' : kind}`);
};
