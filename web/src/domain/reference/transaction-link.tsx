import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { shortHex } from '@skarb/schema/short-hex';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Copy } from '../../ui/copy.tsx';
import { useNetworks, useRunningNetwork } from './use-networks.ts';

/**
 * A transaction in the block explorer of its network.
 * @param chainId default: the chain of the marketplace
 * @param isIcon the arrow alone
 * @param otherwise shown where the network has no explorer. Default: the hash, to copy
 */
export const TransactionLink = ({
  hash,
  chainId,
  isIcon = false,
  otherwise = <Copy text={hash} />,
}: {
  hash: string;
  chainId?: number | null;
  isIcon?: boolean;
  otherwise?: ReactNode;
}) => {
  const { t } = useTranslation();
  const running = useRunningNetwork();
  const other = useNetworks().find((network) => network.chainId === chainId);
  const explorer = (chainId ? other : running)?.explorerUrl?.replace(/\/$/, '');
  if (!explorer) return otherwise;
  return (
    <a
      href={`${explorer}/tx/${hash}`}
      target="_blank"
      rel="noreferrer"
      className={
        isIcon
          ? 'inline-flex size-6 items-center justify-center text-ink-400 hover:text-ink-50'
          : 'num inline-flex min-h-6 items-center gap-1.5 text-blue-400 underline-offset-4 hover:underline'
      }
    >
      {!isIcon && shortHex(hash)}
      <ArrowUpRight aria-hidden className={isIcon ? 'size-4' : 'size-3.5'} />
      <span className="sr-only">{t(isIcon ? 'token.event.transaction' : 'wallet.step.explorer')}</span>
    </a>
  );
};
