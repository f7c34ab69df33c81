import * as tokenCalls from '@skarb/schema/calls/token';
import type { TokenDetail } from '@skarb/schema/token';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { LoaderCircle } from 'lucide-react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { StepList } from '../wallet/step-list.tsx';
import { useSteps } from '../wallet/use-steps.ts';
import { FormFailure } from '../auth/form-failure.tsx';
import { useIsGone } from './use-is-gone.ts';

const POLL_MS = 1_000;
/** A mint takes seconds; after this time the token's page keeps polling. */
const POLLS = 60;

type Props = {
  token: Pick<TokenDetail, 'uuid' | 'name' | 'localization' | 'steps'>;
  onClose: () => void;
  onMinted: () => void;
};

const readToken = async (uuid: string): Promise<TokenDetail> =>
  (await call(tokenCalls.show, { params: { id: uuid } })).data;

/** The steps that mint a draft, and the wait until it is minted. */
export const MintDialog = ({ token, onClose, onMinted }: Props) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const client = useQueryClient();
  const account = useSession().user?.metamaskWallet ?? '';
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<string>();
  const isGone = useIsGone();

  const follow = useCallback(async () => {
    setWaiting(true);
    for (let poll = 0; poll < POLLS && !isGone.current; poll++) {
      const status = await readToken(token.uuid).then(
        (now) => now.status,
        () => 'minting',
      );
      if (isGone.current) return;
      if (status === 'minted') break;
      if (status === 'failed') {
        setWaiting(false);
        return setFailure(t('create.mint.failed'));
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    if (isGone.current) return;
    void client.invalidateQueries({ queryKey: ['token'] });
    onMinted();
    onClose();
  }, [client, isGone, onClose, onMinted, t, token.uuid]);

  const steps = useSteps(`mint:${token.uuid}`, { onDone: () => void follow() });
  const { resume, start, reset } = steps;
  const begin = useCallback(
    (isFresh: boolean): void => {
      const listed = async () => (isFresh ? undefined : token.steps) ?? (await readToken(token.uuid)).steps ?? [];
      listed()
        .then((steps) => start(steps, account))
        .catch((error: unknown) => setFailure(wordsOf(t, error)));
    },
    [account, start, t, token.steps, token.uuid],
  );
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!account || hasBegun.current) return;
    hasBegun.current = true;
    if (!resume(account)) begin(false);
  }, [account, begin, resume]);
  const restart = () => {
    reset();
    setFailure(undefined);
    begin(true);
  };
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t('create.mint.title')}
      description={t('create.mint.text', { name: own(token).name })}
    >
      <div className="flex flex-col gap-5">
        {steps.state.steps.length > 0 && <StepList steps={steps} onRestart={restart} />}
        {isWaiting && (
          <p role="status" className="flex items-center gap-3 text-ink-200">
            <LoaderCircle aria-hidden className="size-5 animate-spin text-gold-400" />
            {t('create.mint.waiting')}
          </p>
        )}
        <FormFailure words={failure} />
        {failure && <Button onClick={restart}>{t('app.retry')}</Button>}
      </div>
    </Dialog>
  );
};
