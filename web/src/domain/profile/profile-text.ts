import type { Profile } from '@skarb/schema/auth';
import { asLanguage, languageOfText, writtenText } from '@skarb/schema/language';

/**
 * What a person says about themself, for the description of their page: in the page's language the bio or the statement,
 * otherwise the one that there is.
 */
export const profileText = ({ bio, statement }: Pick<Profile, 'bio' | 'statement'>, language: string): string => {
  const own = asLanguage(language);
  const isOwn = !!bio && languageOfText(bio) === own;
  return (isOwn ? bio : own && statement[own]) || bio || writtenText(statement, language)?.text || '';
};
