import type { Person } from '@skarb/schema/auth';
import { nameOf } from '@skarb/schema/person-name';
import { shortHex } from '@skarb/schema/short-hex';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent, type Ref } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { useDebounced } from '../../ui/use-debounced.ts';
import { MarkedName } from '../../ui/verified-mark.tsx';
import { searchQuery } from '../search/search.query.ts';

/** A person whose address everybody sees. */
export type Receiver = Person & { metamaskWallet: string };

const PersonLine = ({ person }: { person: Receiver }) => (
  <>
    <Avatar src={person.avatar} seed={person.uuid} className="size-9" />
    <span className="min-w-0 flex-1 text-left">
      <MarkedName name={nameOf(person)} isVerified={person.isVerified} className="font-medium text-ink-50" />
      <span className="num block truncate text-sm text-ink-400" title={person.metamaskWallet}>
        {shortHex(person.metamaskWallet)}
      </span>
    </span>
  </>
);

/** People whose name has the text; renders nothing while it is short. */
const FoundPeople = ({
  text,
  ownUuid,
  onChoose,
}: {
  text: string;
  ownUuid: string | undefined;
  onChoose: (person: Receiver) => void;
}) => {
  const { t } = useTranslation();
  const settled = useDebounced(text);
  const { data } = useQuery({ ...searchQuery(settled), enabled: settled.length > 1 });
  // Enter must not choose somebody who was found for an earlier text.
  const isCurrent = settled === text;
  if (!data || text.length < 2) return <p role="status" className="sr-only" />;
  const people = data.people.filter(
    (person): person is typeof person & Receiver => person.metamaskWallet !== null && person.uuid !== ownUuid,
  );
  return (
    <div className="-mt-2">
      <p role="status" className={people.length > 0 ? 'sr-only' : 'text-sm text-ink-200'}>
        {people.length > 0 ? t('trade.send.found', { count: people.length }) : t('trade.send.nobody')}
      </p>
      <ul className="flex flex-col">
        {people.map((person) => (
          <li key={person.uuid}>
            <button
              type="button"
              data-found={isCurrent || undefined}
              onClick={() => onChoose(person)}
              className="flex min-h-12 w-full items-center gap-3 rounded-xl px-2 py-1.5 hover:bg-ink-800"
            >
              <PersonLine person={person} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** The arrow keys move from the field to those found and back; Enter in the field chooses the only one. */
const moveByKeys = (event: KeyboardEvent<HTMLElement>): void => {
  const found = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-found]')];
  const stops = [event.currentTarget.querySelector('input'), ...found];
  const at = stops.indexOf(event.target as HTMLElement);
  const [only] = found;
  if (event.key === 'Enter' && at === 0 && only && found.length === 1) {
    event.preventDefault();
    only.click();
  }
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0)];
  if (at < 0 || !next || next === event.target) return;
  event.preventDefault();
  next.focus();
};

type Props = {
  text: string;
  onTextChange: (text: string) => void;
  /** Whoever was chosen of those found. */
  person: Receiver | undefined;
  onPersonChange: (person: Receiver | undefined) => void;
  ownUuid: string | undefined;
  /** The text may be a name. */
  isName: boolean;
  error: string | undefined;
  ref?: Ref<HTMLInputElement>;
};

/** Who receives a work: an address, or a person of the marketplace who is found by name. */
export const SendReceiver = (props: Props) => {
  const { text, onTextChange, person, onPersonChange, ownUuid, isName, error, ref } = props;
  const { t } = useTranslation();
  const other = useRef<HTMLButtonElement>(null);
  // The list with the chosen line is gone: the focus goes on at what took its place.
  useEffect(() => {
    if (person) other.current?.focus();
  }, [person]);
  if (person)
    return (
      <div className="flex flex-col gap-1.5">
        <p className="text-sm font-medium text-ink-200">{t('trade.send.to')}</p>
        <div className="flex items-center gap-3 rounded-2xl bg-ink-800 py-2 pl-4 pr-2">
          <PersonLine person={person} />
          <Button
            ref={other}
            variant="icon"
            aria-label={t('trade.send.other')}
            title={t('trade.send.other')}
            onClick={() => onPersonChange(undefined)}
          >
            <X aria-hidden className="size-5" />
          </Button>
        </div>
      </div>
    );
  return (
    <div role="presentation" onKeyDown={moveByKeys} className="flex flex-col gap-5">
      <TextField
        ref={ref}
        label={t('trade.send.to')}
        hint={t('trade.send.toHint')}
        error={error}
        value={text}
        onChange={({ target }) => onTextChange(target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      {isName && <FoundPeople text={text.trim().slice(0, 100)} ownUuid={ownUuid} onChoose={onPersonChange} />}
    </div>
  );
};
