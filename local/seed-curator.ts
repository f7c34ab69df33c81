import * as authCalls from '@skarb/schema/calls/auth';
import * as devCalls from '@skarb/schema/calls/dev';
import * as exhibitionCalls from '@skarb/schema/calls/exhibition';
import * as moderationCalls from '@skarb/schema/calls/moderation';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { changeAdmin } from '../server/src/domain/auth/admin.service.ts';
import { openDatabase } from '../server/src/platform/db/database.ts';
import { Person } from './person.ts';
import { exhibition, type TokenKey } from './seed-catalogue.ts';

type Needs = {
  apiUrl: string;
  rpcUrl: string;
  databaseUrl: string;
  tokenUuid: (key: TokenKey) => string;
  /** Who gets the verified mark. */
  verified: readonly { subjectType: 'collection' | 'user'; subjectUuid: string }[];
  /** Repeats `read` until `isGood`. */
  until: <T>(read: () => Promise<T>, isGood: (value: T) => boolean, what: string) => Promise<T>;
};

/**
 * Gives the verified marks and opens the exhibition, as an admin would. The admin is an account of a random key, and one
 * only for this time: nobody can sign in as an admin with what the repository contains.
 */
export const curate = async ({ apiUrl, rpcUrl, databaseUrl, tokenUuid, verified, until }: Needs): Promise<void> => {
  const curator = new Person({ apiUrl, rpcUrl, account: privateKeyToAccount(generatePrivateKey()) });
  await curator.signIn();
  const email = `curator-${curator.uuid}@example.com`;
  await curator.call(authCalls.editProfile, { body: { name: 'Curator', email } });
  const tokenOf = async () => {
    const { data: mails } = await curator.call(devCalls.mail, { query: { to: email } });
    return mails.map(({ text }) => /confirmation\?token=([^\s&]+)/.exec(text)?.[1]).find(Boolean);
  };
  const token = await until(tokenOf, Boolean, 'the mail to the curator');
  await curator.call(authCalls.confirmEmail, { body: { token: decodeURIComponent(token ?? '') } });

  const db = openDatabase({ url: databaseUrl, pool: 1, name: 'skarb-seed' });
  try {
    await changeAdmin({ db }, email, true);
    for (const subject of verified)
      await curator.call(moderationCalls.verify, { body: { ...subject, isVerified: true } });
    const { title, text, works } = exhibition;
    const planned = await curator.call(exhibitionCalls.list);
    if (!planned.data.some((one) => one.title.en === title.en))
      await curator.call(exhibitionCalls.add, {
        body: { title, text, startsAt: new Date().toISOString(), tokenUuids: works.map(tokenUuid) },
      });
  } finally {
    await changeAdmin({ db }, email, false);
    await db.close();
  }
};
