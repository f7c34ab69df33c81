import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { networksQuery } from '../reference/reference.query.ts';

/** Set by the build: true only with LOCAL_STACK. A production build drops everything behind it. */
declare const __LOCAL_STACK__: boolean | undefined;
const isInBuild = typeof __LOCAL_STACK__ !== 'undefined' && __LOCAL_STACK__;

const DemoDialog = isInBuild ? lazyDialog(async () => (await import('./demo-dialog.tsx')).DemoDialog) : null;

const Announced = ({ Dialog }: { Dialog: NonNullable<typeof DemoDialog> }) => {
  const networks = useQuery(networksQuery).data;
  const local = networks?.find(({ name }) => name === 'local');
  // Its window is loaded with the first request, and stays.
  const [hasAsked, setAsked] = useState(false);
  const { chainId, rpcUrl } = local ?? {};
  useEffect(() => {
    if (!isInBuild || !chainId || !rpcUrl) return;
    let stop = () => {};
    void Promise.all([
      import('../../platform/wallet/demo/announce.ts'),
      import('../../platform/wallet/demo/demo-requests.ts'),
    ]).then(([{ announceDemoWallet }, { pendingRequest, subscribeRequests }]) => {
      const look = () => setAsked((before) => before || pendingRequest() !== null);
      stop = subscribeRequests(look);
      announceDemoWallet({ chainId, rpcUrl });
      look();
    });
    return () => stop();
  }, [chainId, rpcUrl]);
  return hasAsked ? <Dialog /> : null;
};

/** The local stack's own wallet: only in a build for it, and only if the server says that it is one. */
export const DemoWallet = () => {
  const isLocalServer = document.documentElement.dataset.stack === 'local';
  return DemoDialog && isLocalServer ? <Announced Dialog={DemoDialog} /> : null;
};
