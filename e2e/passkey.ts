import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, CDPSession>();

/**
 * A device with passkeys in the browser of a page, as a telephone with a fingerprint sensor has it: Chromium's virtual
 * authenticator, which confirms at once. One by `usb` is
 * another device, such as a security key.
 */
export const addDevice = async (page: Page, transport: 'internal' | 'usb' = 'internal') => {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page));
  sessions.set(page, session);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ctap2Version: 'ctap2_1',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** The next confirmations fail, as with a wrong finger. */
    refuse: (isRefusing: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: !isRefusing }),
    /** The number of passkeys on the device. */
    count: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    /** Lost: the device answers no more. */
    remove: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
};
