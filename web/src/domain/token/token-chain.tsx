import type { TokenDetail } from '@skarb/schema/token';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { localName } from '../../platform/i18n/local-name.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useFormats } from '../../platform/format/format.ts';
import { cx } from '../../ui/class-name.ts';
import { Copy, ShortHex } from '../../ui/copy.tsx';
import { networksQuery } from '../reference/reference.query.ts';
import { RefreshHolders } from './refresh-holders.tsx';

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex items-baseline justify-between gap-4 py-2.5">
    <dt className="text-ink-400">{name}</dt>
    <dd className="min-w-0 truncate text-right text-ink-200">{children}</dd>
  </div>
);
const link = 'inline-flex min-h-6 items-center underline underline-offset-4 hover:text-ink-50';

/** The token's data on the chain, and its files by content hash. */
export const TokenChain = ({ token }: { token: TokenDetail }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: networks } = useQuery(networksQuery);
  const network = networks?.find(({ uuid }) => uuid === token.network.uuid);
  const explorer = network?.explorerUrl?.replace(/\/$/, '');
  return (
    <>
      <dl className="divide-y divide-ink-800">
        <Line name={t('token.page.contract')}>
          {explorer ? (
            <a
              className={link}
              href={`${explorer}/token/${token.contractAddress}?a=${token.tokenId}`}
              target="_blank"
              rel="noreferrer"
            >
              <ShortHex text={token.contractAddress} />
            </a>
          ) : (
            <Copy text={token.contractAddress} />
          )}
        </Line>
        <Line name={t('token.page.tokenId')}>
          <Copy text={token.tokenId} />
        </Line>
        <Line name={t('token.page.standard')}>{token.type === 'ERC721' ? 'ERC-721' : 'ERC-1155'}</Line>
        <Line name={t('token.page.network')}>{localName(t, network?.humanName ?? token.network.name)}</Line>
        <Line name={t('token.page.royalty')}>
          <span className="num">{formats.percent(token.royalty / 100)}</span>
        </Line>
        <Line name={t('token.page.original')}>
          <Copy text={token.imageHash} />
        </Line>
        <Line name={t('token.page.metadata')}>
          <a className={cx(link, 'print:hidden')} href={token.metadataUrl} target="_blank" rel="noreferrer">
            {t('token.page.openOriginal')}
          </a>
          <span className="wrap-anywhere hidden whitespace-normal print:inline">{token.metadataHash}</span>
        </Line>
      </dl>
      {token.status === 'minted' && <RefreshHolders tokenUuid={token.uuid} />}
    </>
  );
};
