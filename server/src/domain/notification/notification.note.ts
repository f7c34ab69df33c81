import type { HideReason, SubjectType } from '@skarb/schema/hidden';
import type { Language } from '@skarb/schema/language';
import type { NoteAct } from '@skarb/schema/notification';
import { fill, WORDS } from '../../platform/words.ts';
import type { Mail } from '../mail/mail.messages.ts';
import { layOutNotification, plain } from './notification.mail.ts';

/** The input of a note's mail. */
export type Note = {
  act: NoteAct;
  subjectType: SubjectType;
  subjectUuid: string;
  /** Null for a profile. */
  subjectName: string | null;
  reason: HideReason | null;
  /** The admin's text; may be empty. */
  text: string;
};

/** The operator's page that says what is not allowed. */
const TERMS = '/terms';

/**
 * The mail of a note: the action and its reason, then the admin's text, and of something hidden where to object.
 * @param links.contact an address or a page
 */
export const writeNote = (
  note: Note,
  { email, language }: { email: string; language: Language },
  { contact, ...links }: { page: string; publicUrl: string; unsubscribeUrl: string; contact: string },
): Mail => {
  const words = WORDS[language].note;
  // Who reported what is hidden cannot see it any more.
  const isGone = note.act === 'REPORT_HIDDEN';
  const { subject, before } = words[note.act][note.subjectType === 'user' ? 'user' : 'thing'];
  const values = { name: plain(note.subjectName ?? ''), reason: words.reason[note.reason ?? 'OTHER'] };
  const copy = {
    subject: fill(subject, values),
    // An empty line separates paragraphs, as the admin typed them.
    before: [
      fill(before, values),
      ...note.text.split(/\r?\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim()),
      note.act === 'HIDDEN' && fill(words.contact, { contact }),
    ]
      .filter(Boolean)
      .join('\n\n'),
    action: isGone ? words.terms : words.action,
  };
  return layOutNotification(language, email, copy, isGone ? { ...links, page: TERMS } : links);
};
