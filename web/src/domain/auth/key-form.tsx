import { useQueryClient } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { rememberedKeys } from '../../platform/wallet/passkey/announce-passkey.ts';
import { Button } from '../../ui/button.tsx';
import { proceed, switchAuth } from './auth-dialog.ts';
import { FormFailure } from './form-failure.tsx';
import { TextButton } from './text-button.tsx';
import { useKeepsPasskeys } from './use-keeps-passkeys.ts';

/**
 * "Make your key": one press, then what the device asks for. Other ways are below; above on a device that keeps no keys.
 * @param makesAtOnce the press was made before: the code of a mail, whose last digit continues. Browsers that want one for
 * each prompt refuse, and the button asks for it
 */
export const KeyForm = ({ makesAtOnce = false }: { makesAtOnce?: boolean | undefined }) => {
  const { t } = useTranslation();
  const cache = useQueryClient();
  const { user } = useSession();
  const [phase, setPhase] = useState<'idle' | 'making' | 'confirming'>('idle');
  // A passkey of a cancelled second prompt, or of a registration by passkey.
  const [isMade, setMade] = useState(user !== null && rememberedKeys.unfinishedOf(user.uuid) !== undefined);
  const [failure, setFailure] = useState<string>();
  const make = async () => {
    if (!user) return switchAuth('login');
    setFailure(undefined);
    setPhase('making');
    try {
      const { makeFirstKey } = await import('./make-key.ts');
      const onMade = () => {
        setMade(true);
        setPhase('confirming');
      };
      proceed(await makeFirstKey(cache, user, onMade));
    } catch (error) {
      setFailure(wordsOf(t, error));
      setPhase('idle');
    }
  };
  const isHere = useKeepsPasskeys();
  const start = useRef(makesAtOnce ? make : undefined);
  useEffect(() => {
    if (isHere === undefined) return;
    const once = start.current;
    start.current = undefined;
    if (isHere) void once?.();
  }, [isHere]);
  const isElsewhere = isHere === false && !isMade;
  return (
    <div className="flex flex-col gap-5">
      <Fingerprint aria-hidden className="mx-auto size-16 text-gold-400" strokeWidth={1.5} />
      <ul className="flex list-disc flex-col gap-2 pl-5 text-ink-200">
        <li>{t(isElsewhere ? 'auth.key.elsewhere' : 'auth.key.device')}</li>
        <li>{t('auth.key.free')}</li>
        <li>{t('auth.key.more')}</li>
      </ul>
      <p role="status" className={phase === 'idle' ? 'sr-only' : 'rounded-xl bg-ink-800 p-4 text-ink-50'}>
        {phase !== 'idle' && t(`auth.key.${phase}`)}
      </p>
      <FormFailure words={failure} isBusy={phase !== 'idle'} />
      {isElsewhere && <Button onClick={() => switchAuth('connect')}>{t('auth.key.other')}</Button>}
      <Button variant={isElsewhere ? 'outlined' : 'contained'} isBusy={phase !== 'idle'} onClick={() => void make()}>
        {t(isMade ? 'auth.key.finish' : 'auth.key.submit')}
      </Button>
      {!isElsewhere && (
        <p className="text-center text-ink-200">
          <TextButton onClick={() => switchAuth('connect')}>{t('auth.key.other')}</TextButton>
        </p>
      )}
    </div>
  );
};
