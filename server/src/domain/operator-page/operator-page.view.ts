import { LANGUAGES, type Language } from '@skarb/schema/language';
import { BPS, MARKETPLACE_FEE_BPS, OPERATOR_PAGE_MAX_BYTES } from '@skarb/schema/limits';
import type { OperatorPage } from '@skarb/schema/operator-page';
import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { LOCALE_FOLDER } from '../../platform/locale-folder.ts';
import { fill, WORDS } from '../../platform/words.ts';
import { parsePage } from './operator-page.rules.ts';

type Name = OperatorPage['name'];
type Options = {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'contact'>;
  /** Is called once for each version of a file that cannot be used. */
  onBroken: (file: string, reason: string) => void;
};
/** A version of a file; its page is undefined when it cannot be used. Readers at the same time share one reading. */
type Read = { stamp: string; page: Promise<OperatorPage | undefined> };

/** What the texts may name in two braces. */
const valuesOf = ({ publicUrl, contact }: Options['config'], language: Language): Record<string, string> => ({
  site: new URL(publicUrl).host,
  fee: `${(MARKETPLACE_FEE_BPS / BPS) * 100}%`,
  contact: contact ? `[${contact.replace('mailto:', '')}](${contact})` : WORDS[language].page.noContact,
});

/**
 * Reads the operator's pages: `pages/<name>.<language>.md` in the data folder, otherwise the text that the product ships
 * with. A page that the operator wrote in one language only is shown to readers of the others, too: the default must
 * never contradict it. Files are read again when they change.
 */
export const createOperatorPages = ({ config, onBroken }: Options) => {
  const read = new Map<string, Read>();

  const pageIn = async (
    file: string,
    found: Stats,
    page: Pick<OperatorPage, 'name' | 'language'>,
    isDefault: boolean,
  ): Promise<OperatorPage | undefined> => {
    try {
      if (!found.isFile()) throw new Error('it is not a file');
      if (found.size > OPERATOR_PAGE_MAX_BYTES) throw new Error(`it has more than ${OPERATOR_PAGE_MAX_BYTES} bytes`);
      const text = new TextDecoder('utf-8', { fatal: true }).decode(await readFile(file));
      const usual = isDefault ? undefined : await shipped(page.name, page.language);
      const parsed = parsePage(fill(text, valuesOf(config, page.language)), usual?.title);
      return { ...page, ...parsed, updatedAt: isDefault ? null : found.mtime.toISOString() };
    } catch (error) {
      onBroken(file, (error as Error).message);
      return undefined;
    }
  };

  const load = async (file: string, name: Name, language: Language, isDefault: boolean) => {
    const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw error;
    });
    if (!found) return undefined;
    const stamp = `${found.mtimeMs} ${found.size} ${found.ino}`;
    const known = read.get(file);
    if (known?.stamp === stamp) return known.page;
    const page = pageIn(file, found, { name, language }, isDefault);
    read.set(file, { stamp, page });
    return page;
  };

  const shipped = (name: Name, language: Language) =>
    load(join(LOCALE_FOLDER, language, 'page', `${name}.md`), name, language, true);

  /** @throws Error if the text that the product ships with is missing */
  return async (name: Name, language: Language): Promise<OperatorPage> => {
    for (const one of [language, ...LANGUAGES.filter((other) => other !== language)]) {
      const file = join(config.dataDir, 'pages', `${name}.${one}.md`);
      const own = await load(file, name, one, false).catch((error: Error) => {
        onBroken(file, error.message);
        return undefined;
      });
      if (own) return own;
    }
    const usual = await shipped(name, language);
    if (!usual) throw new Error(`there is no default text for the page ${name} in ${language}`);
    return usual;
  };
};
