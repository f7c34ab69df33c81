import type { HideReason, SubjectType } from '@skarb/schema/hidden';
import { pageOfSubject } from '@skarb/schema/notification-kind';
import type { Language } from '@skarb/schema/language';
import { fill, WORDS } from '../../platform/words.ts';
import type { Mail } from '../mail/mail.messages.ts';
import { layOutNotification, plain } from './notification.mail.ts';

/** What an admin did about a creator's token, collection or profile: only write, hide it, or show it again. */
export type NoteAct = 'NOTE' | 'HIDDEN' | 'RESTORED';

/** What a note's mail is written from. */
export type Note = {
  act: NoteAct;
  subjectType: SubjectType;
  subjectUuid: string;
  /** Null for a profile. */
  subjectName: string | null;
  reason: HideReason | null;
  /** The admin's own words; may be empty. */
  text: string;
};

/** The mail of a note: what was done and why, then the admin's own words. */
export const writeNote = (
  note: Note,
  { email, language }: { email: string; language: Language },
  links: { publicUrl: string; unsubscribeUrl: string },
): Mail => {
  const words = WORDS[language].note;
  const { subject, before } = words[note.act][note.subjectType === 'user' ? 'user' : 'thing'];
  const values = { name: plain(note.subjectName ?? ''), reason: words.reason[note.reason ?? 'OTHER'] };
  const copy = {
    subject: fill(subject, values),
    // An empty line separates paragraphs, as the admin typed them.
    before: [fill(before, values), ...note.text.split(/\r?\n\s*\n/).map((part) => part.replace(/\s+/g, ' ').trim())]
      .filter(Boolean)
      .join('\n\n'),
    action: words.action,
  };
  return layOutNotification(language, email, copy, {
    ...links,
    page: pageOfSubject(note.subjectType, note.subjectUuid),
  });
};
