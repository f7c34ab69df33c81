import { readDatabaseUrl } from '../config.ts';
import { changeAdmin } from '../domain/auth/admin.service.ts';
import { isDatabaseUnavailable, openDatabase, type Database } from '../platform/db/database.ts';

/** `npm run admin -- grant <e-mail>` or `revoke <e-mail>`; the database is DATABASE_URL. */
const [verb, email, ...others] = process.argv.slice(2);
if ((verb !== 'grant' && verb !== 'revoke') || !email || others.length > 0) {
  console.error('Usage: npm run admin -- grant <e-mail>   (or revoke)');
  process.exit(2);
}
let db: Database | undefined;
try {
  const url = readDatabaseUrl();
  if (!url) {
    console.error('Set DATABASE_URL, or start Skarb first (npm start).');
    process.exit(2);
  }
  db = openDatabase({ url, pool: 1, name: 'skarb-admin' });
  const said = {
    done: verb === 'grant' ? `${email} is an admin now.` : `${email} is no admin any more.`,
    unknown: `There is no account with the address ${email}.`,
    unconfirmed: `${email} has not confirmed this address yet; nothing was changed.`,
  };
  const outcome = await changeAdmin({ db }, email, verb === 'grant');
  console.log(said[outcome]);
  if (outcome !== 'done') process.exitCode = 1;
} catch (error) {
  // The message alone: other fields of an error may contain the address with its password.
  const why = (error as Error).message || (error as { code?: string }).code;
  console.error(
    isDatabaseUnavailable(error)
      ? `The database cannot be reached (${why}). Is Skarb running, and is DATABASE_URL right?`
      : `Nothing was changed: ${why}`,
  );
  process.exitCode = 1;
} finally {
  await db?.close();
}
