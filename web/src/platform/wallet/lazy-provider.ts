import type { Eip1193Provider } from './eip1193.ts';

/**
 * A provider whose code is loaded with its first request and not with its announcement: a wallet's cryptography is
 * larger than the gallery's script. A failed load is tried again with the next request.
 */
export const lazyProvider = (load: () => Promise<Eip1193Provider>): Eip1193Provider => {
  let loaded: Promise<Eip1193Provider> | undefined;
  const waiting: [string, (...args: never[]) => void][] = [];
  const whole = async (): Promise<Eip1193Provider> => {
    loaded ??= load();
    try {
      const wallet = await loaded;
      for (const [event, listener] of waiting.splice(0)) wallet.on?.(event, listener);
      return wallet;
    } catch (error) {
      loaded = undefined;
      throw error;
    }
  };
  return {
    request: async (request) => (await whole()).request(request),
    on: (event, listener) =>
      loaded ? void loaded.then((wallet) => wallet.on?.(event, listener)) : waiting.push([event, listener]),
    removeListener: (event, listener) => {
      const at = waiting.findIndex((one) => one[0] === event && one[1] === listener);
      if (at >= 0) waiting.splice(at, 1);
      void loaded?.then((wallet) => wallet.removeListener?.(event, listener));
    },
  };
};
