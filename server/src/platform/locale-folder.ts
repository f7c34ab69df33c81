import { fileURLToPath } from 'node:url';

/** The folder of all words: `<language>/common` for the interface, `<language>/server` for what the server writes. */
export const LOCALE_FOLDER = fileURLToPath(new URL('../../../web/locales', import.meta.url));
