import { nameOf } from '@skarb/schema/person-name';
import { shortHex } from '@skarb/schema/short-hex';
import { useRef, useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { useSession } from '../../platform/session/use-session.ts';
import type { Receiver } from './send-receiver.tsx';
import { readReceiver } from './send.rules.ts';

/**
 * Who is to receive works, while they are chosen.
 * @param onChange after each change, which makes what was said before out of date
 */
export const useReceiver = (onChange: () => void) => {
  const { t } = useTranslation();
  const { user } = useSession();
  const ref = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [person, setPerson] = useState<Receiver>();
  const [isTried, setTried] = useState(false);
  const typed = readReceiver(text, user?.metamaskWallet ?? '');
  const to = person?.metamaskWallet ?? (typed === 'address' ? text.trim() : undefined);
  const change = () => {
    setTried(false);
    onChange();
  };
  return {
    /** The address; undefined while there is none. */ to,
    /** The person's name, or the address in short. */ name: person ? nameOf(person) : to && shortHex(to),
    /** Nobody was chosen, and nothing typed. */ isEmpty: !person && text.trim() === '',
    /** Says what is wrong with the field, and leads to it. */
    ask: () => {
      setTried(true);
      ref.current?.focus();
    },
    /** For `SendReceiver`. */
    fields: {
      ref,
      text,
      onTextChange: (value: string) => {
        setText(value);
        change();
      },
      person,
      onPersonChange: (chosen: Receiver | undefined) => {
        setPerson(chosen);
        change();
      },
      ownUuid: user?.uuid,
      isName: typed === 'person',
      error: typed === 'outside' || (isTried && typed !== 'address') ? t(`trade.send.refused.${typed}`) : undefined,
    },
  };
};
