import type { HideReason, SubjectType } from '@skarb/schema/hidden';
import { pageOfSubject } from '@skarb/schema/notification-kind';
import type { Language, Mail } from '../mail/mail.messages.ts';
import { layNotice, plain } from './notification.mail.ts';

/** What the marketplace did about something of one's own: nothing but write, hide it, or show it again. */
export type NoteAct = 'NOTE' | 'HIDDEN' | 'RESTORED';

/** What a note's mail is written from. */
export type Note = {
  act: NoteAct;
  subjectType: SubjectType;
  subjectUuid: string;
  /** A token's or collection's; of a person nothing is named. */
  subjectName: string | null;
  reason: HideReason | null;
  /** The admin's own words; may be empty. */
  text: string;
};

type Said = { subject: string; before: string };
const SAID: Record<Language, Record<NoteAct, Record<'thing' | 'user', Said>>> = {
  en: {
    NOTE: {
      thing: { subject: 'About “{name}”', before: 'The marketplace writes to you about “{name}”:' },
      user: { subject: 'About your profile', before: 'The marketplace writes to you about your profile:' },
    },
    HIDDEN: {
      thing: {
        subject: '“{name}” was hidden',
        before:
          '“{name}” was hidden: {reason}. Nobody but you sees it now, and it cannot be traded here. What is yours stays yours on the chain.',
      },
      user: {
        subject: 'Your profile was hidden',
        before:
          'Your profile was hidden: {reason}. Nobody but you sees it or what you made, and you cannot make offers here. What is yours stays yours on the chain.',
      },
    },
    RESTORED: {
      thing: {
        subject: '“{name}” is shown again',
        before: '“{name}” is shown again, and can be traded as before.',
      },
      user: {
        subject: 'Your profile is shown again',
        before: 'Your profile and what you made are shown again, and can be traded as before.',
      },
    },
  },
  ukr: {
    NOTE: {
      thing: { subject: 'Щодо «{name}»', before: 'Маркетплейс пише вам щодо «{name}»:' },
      user: { subject: 'Щодо вашого профілю', before: 'Маркетплейс пише вам щодо вашого профілю:' },
    },
    HIDDEN: {
      thing: {
        subject: '«{name}» приховано',
        before:
          '«{name}» приховано: {reason}. Тепер це бачите лише ви, і торгувати цим тут не можна. Те, що ваше, у блокчейні лишається вашим.',
      },
      user: {
        subject: 'Ваш профіль приховано',
        before:
          'Ваш профіль приховано: {reason}. Ні його, ні ваших робіт ніхто, крім вас, не бачить, і ви не можете створювати тут пропозицій. Те, що ваше, у блокчейні лишається вашим.',
      },
    },
    RESTORED: {
      thing: {
        subject: '«{name}» знову видно',
        before: '«{name}» знову видно всім, і торгувати цим можна, як і раніше.',
      },
      user: {
        subject: 'Ваш профіль знову видно',
        before: 'Ваш профіль і ваші роботи знову видно всім, і торгувати ними можна, як і раніше.',
      },
    },
  },
};

const REASON: Record<Language, Record<HideReason, string>> = {
  en: {
    STOLEN: 'it seems to be somebody else’s work',
    FAKE: 'it pretends to be something or somebody else',
    OFFENSIVE: 'it is offensive or violent',
    ILLEGAL: 'it is against the law',
    SPAM: 'it is spam or fraud',
    OTHER: 'it breaks the rules of this marketplace',
  },
  ukr: {
    STOLEN: 'схоже, це чужа робота',
    FAKE: 'це видає себе за щось або когось іншого',
    OFFENSIVE: 'це образливий вміст або насильство',
    ILLEGAL: 'це порушує закон',
    SPAM: 'це спам або шахрайство',
    OTHER: 'це порушує правила цього маркетплейсу',
  },
};
const LOOK: Record<Language, string> = { en: 'Take a look', ukr: 'Переглянути' };

/** The mail of a note: what was done and why, then the admin's own words. */
export const writeNote = (
  note: Note,
  { email, language }: { email: string; language: Language },
  links: { publicUrl: string; unsubscribeUrl: string },
): Mail => {
  const said = SAID[language][note.act][note.subjectType === 'user' ? 'user' : 'thing'];
  const values: Record<string, string> = {
    name: plain(note.subjectName ?? ''),
    reason: note.reason ? REASON[language][note.reason] : REASON[language].OTHER,
  };
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (mark, name: string) => values[name] ?? mark);
  const words = {
    subject: fill(said.subject),
    // An empty line parts paragraphs, as it did for who wrote it.
    before: [fill(said.before), ...note.text.split(/\r?\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim())]
      .filter(Boolean)
      .join('\n\n'),
    action: LOOK[language],
  };
  return layNotice(language, email, words, { ...links, page: pageOfSubject(note.subjectType, note.subjectUuid) });
};
