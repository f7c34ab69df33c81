import { fileURLToPath } from 'node:url';

/**
 * The folder of all texts: `<language>/common` for the interface, `<language>/server` for the texts of the server,
 * `<language>/page` for the pages that the operator may replace.
 */
export const LOCALE_FOLDER = fileURLToPath(new URL('../../../web/locales', import.meta.url));
