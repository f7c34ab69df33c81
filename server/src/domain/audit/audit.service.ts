/** What other domains' services use; the entries are only ever added. */
export { recordAudit } from './audit.store.ts';
