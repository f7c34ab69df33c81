import { fileURLToPath } from 'node:url';

/**
 * The folder of all texts: `<language>/common` for the interface, `<language>/server` for the texts of the server.
 */
export const LOCALE_FOLDER = fileURLToPath(new URL('../../../web/locales', import.meta.url));
