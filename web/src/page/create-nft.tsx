import type { TokenDetail } from '@skarb/schema/token';
import { useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { MintDialog } from '../domain/create/mint-dialog.tsx';
import type { Repeated } from '../domain/create/repeat.ts';
import { TokenForm } from '../domain/create/token-form.tsx';
import { JUST_MINTED } from '../domain/token/just-minted.ts';
import { WalletNeeded } from '../domain/create/wallet-needed.tsx';
import { Head } from '../platform/head/head.tsx';
import { path } from '../platform/route/path.ts';

/** Create an NFT: the form, the mint, then its page. */
export const Component = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { state: arrival } = useLocation() as { state: { repeated?: Partial<Repeated> } | null };
  const [draft, setDraft] = useState<TokenDetail>();
  // The draft is kept: its page has the button that finishes the mint.
  const isMinted = useRef(false);
  const toPage = () => draft && void navigate(path.token(draft.uuid), { state: isMinted.current ? JUST_MINTED : null });
  return (
    <div className="page">
      <Head title={t('create.token.title')} isHidden />
      <h1 className="mb-8 text-3xl font-semibold tracking-tight">{t('create.token.title')}</h1>
      <WalletNeeded />
      <TokenForm repeated={arrival?.repeated} onCreated={setDraft} />
      {draft && <MintDialog token={draft} onClose={toPage} onMinted={() => (isMinted.current = true)} />}
    </div>
  );
};
