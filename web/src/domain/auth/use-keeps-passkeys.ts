import { useEffect, useState } from 'react';
import { hasKeptPasskeys, keepsPasskeys } from '../../platform/wallet/passkey/webauthn.ts';

/** Whether this device keeps passkeys itself; undefined while that is unknown, for milliseconds after the page's start. */
export const useKeepsPasskeys = (): boolean | undefined => {
  const [keeps, setKeeps] = useState(hasKeptPasskeys);
  useEffect(() => {
    void keepsPasskeys().then(setKeeps);
  }, []);
  return keeps;
};
