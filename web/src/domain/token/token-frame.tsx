import type { ReactNode } from 'react';
import type { OpenedWork } from './opened-work.ts';
import { TokenMedia } from './token-media.tsx';

/** The top of a token's page: its media, and beside it on wide screens what `children` are. */
export const TokenFrame = ({ token, children }: { token: OpenedWork; children: ReactNode }) => (
  <div className="wide:grid wide:grid-cols-[minmax(0,1fr)_26rem] wide:grid-rows-[auto_1fr] wide:gap-x-12 desktop:grid-cols-[minmax(0,1fr)_29rem] desktop:gap-x-16">
    {/* Another token is another picture: nothing of the one before stays. */}
    <TokenMedia key={token.uuid} token={token} />
    {children}
  </div>
);
