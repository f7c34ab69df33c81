/** The accounts and data of an attack: a victim with secrets in all of its data, and attackers who want them. */
import { deployer } from '@skarb/local/testing.ts';
import * as moderationCalls from '@skarb/schema/calls/moderation';
import * as onrampCalls from '@skarb/schema/calls/onramp';
import { SignJWT } from 'jose';
import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';
import { createApi } from '../src/api.ts';
import { createContext } from '../src/context.ts';
import { makeAccessToken } from '../src/domain/auth/auth.tokens.ts';
import { startTrade, type Person } from '../src/domain/offer/testing-trade.ts';
import { openDatabase } from '../src/platform/db/database.ts';
import { picture } from '../src/domain/token/testing-catalogue.ts';
import type { Actor } from './attack-requests.ts';
import { createCalls } from './calls.ts';

const jwt = (secret: string, claims: { uuid: string; session: string }, expires: number, issuer = 'skarb') =>
  new SignJWT({ session: claims.session })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(claims.uuid)
    .setIssuer(issuer)
    .setIssuedAt()
    .setExpirationTime(Math.floor(Date.now() / 1000) + expires)
    .sign(new TextEncoder().encode(secret));

export type AttackOptions = {
  /** A built web app, whose pages are attacked as well. */
  webDist?: string | undefined;
  /** Whether the API's rate limits are on. */
  hasRateLimits?: boolean;
};

export const startAttackWorld = async ({ webDist, hasRateLimits = false }: AttackOptions = {}) => {
  const all = await startTrade({
    env: {
      LOCAL_STACK: '1',
      RATE_LIMITS: '0',
      FAUCET_KEY: deployer.key,
      NODE_ENV: 'test',
      LOG_LEVEL: process.env.ATTACK_LOG ?? 'silent',
    },
  });
  const { config } = all;
  // Without the API's statement limit: on a busy machine, the run's own statements must not fail.
  const database = openDatabase({
    url: config.database.url,
    pool: 2,
    name: 'attack-setup',
    statementTimeoutMs: 120_000,
  });
  const { sql } = database;
  const mark = (what: string) => `marker-${what}-${randomBytes(6).toString('hex')}`;
  const secret = {
    email: `${mark('email')}@victim.example`,
    pendingEmail: `${mark('pending')}@victim.example`,
    phone: `+38099${randomBytes(3).readUIntBE(0, 3).toString().padStart(8, '0')}`,
    google: mark('google'),
    gameId: mark('game'),
    agent: mark('agent'),
    draft: mark('draft').slice(0, 32),
    hidden: mark('hidden').slice(0, 32),
    note: mark('note'),
    report: mark('report'),
    returnTo: `/${mark('path')}`,
    price: `7.${randomBytes(5).readUIntBE(0, 5).toString().padStart(13, '1')}`,
  };

  const [victim, ann, bob] = await Promise.all([all.trader(), all.trader(), all.trader()]);
  const [carl, spare, admin] = await Promise.all([all.person(false), all.person(), all.person()]);
  await sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid}`;
  await sql`update app_user set email = ${secret.email}, is_email_confirmed = true, pending_email = ${secret.pendingEmail},
    phone_number = ${secret.phone}, is_phone_number_confirmed = true, google_id = ${secret.google}, game_id = ${secret.gameId},
    password_hash = 'x' where uuid = ${victim.uuid}`;
  await sql`update session set user_agent = ${secret.agent}, ip = '203.0.113.77' where user_uuid = ${victim.uuid}`;

  const { uuid: victimsCollection } = await all.collection(victim, 'Victim');
  const shown = await all.mintIn(victim, victimsCollection, { name: 'Shown' });
  const hidden = await all.mintIn(victim, victimsCollection, { name: secret.hidden });
  const draft = await all.draft(victim, victimsCollection, { name: secret.draft });
  const listed = await all.list(victim, shown.uuid);
  const draftOffer = await all.open(victim, hidden.uuid, { price: secret.price });
  const { must } = createCalls(all.call);
  await must(victim, moderationCalls.report, {
    body: { subjectType: 'user', subjectUuid: ann.uuid, reason: 'SPAM', note: secret.report },
  });
  await must(admin, moderationCalls.hide, {
    body: { subjectType: 'token', subjectUuid: hidden.uuid, reason: 'OTHER', note: secret.note },
  });
  const { data: order } = await must(victim, onrampCalls.create, {
    body: { currencyUuid: all.currency('ETH').uuid, amount: '0.5', returnTo: secret.returnTo },
  });

  const { uuid: annsCollection } = await all.collection(ann, 'Ann');
  const annsToken = await all.mintIn(ann, annsCollection, { name: 'Of Ann' });
  const annsEdition = await all.mintIn(ann, annsCollection, { name: 'Edition', type: 'ERC1155', quantity: '9' });
  const annsDraft = await all.draft(ann, annsCollection, { name: 'Draft of Ann' });
  const annsSale = await all.list(ann, annsEdition.uuid, { quantity: 5 });
  await all.settled();
  await all.stopWorker();

  const people: Record<string, Person> = { ann, bob, carl };
  const actors: Actor[] = Object.entries(people).map(([name, { token }]) => ({ name, token }));
  const adminActor: Actor = { name: 'admin', token: admin.token };
  /**
   * Attackers end their own sessions, block each other and switch things off: restores all of it, so that the run
   * continues.
   */
  let recoveries = 0;
  const recover = async () => {
    // Alternates between used-up limits and fresh ones.
    if (hasRateLimits)
      await (recoveries++ % 2 ? sql`update rate_limit set hits = 100000` : sql`delete from rate_limit`);
    for (const [person, actor] of [
      ...Object.values(people).map((one, at) => [one, actors[at]] as const),
      [admin, adminActor] as const,
    ]) {
      const session = uuidv7();
      await sql`insert into session (uuid, user_uuid) values (${session}, ${person.uuid})`;
      person.token = await makeAccessToken(config, { uuid: person.uuid, session });
      (actor as Actor).token = person.token;
    }
    await sql`update app_user set blocked_at = null, blocked_reason = null where uuid <> ${victim.uuid} and blocked_at is not null`;
    // An account that is about to be deleted would reject everything else.
    await sql`update app_user set deletion_at = null where uuid <> ${victim.uuid} and deletion_at is not null`;
    await sql`update app_user set role = 'ADMIN' where uuid = ${admin.uuid} and role <> 'ADMIN'`;
    await sql`delete from hidden where subject_uuid in ${sql(Object.values(people).map(({ uuid }) => uuid))}`;
    for (const table of ['category', 'currency', 'network'])
      await sql`update ${sql(table)} set is_enabled = true where not is_enabled`;
  };

  const session = uuidv7();
  await sql`insert into session (uuid, user_uuid, ended_at) values (${session}, ${ann.uuid}, now())`;
  const nobody = uuidv7();
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const badTokens = [
    await jwt(config.jwtSecret, { uuid: ann.uuid, session }, 900),
    await jwt(config.jwtSecret, { uuid: ann.uuid, session: nobody }, -5),
    await jwt(config.jwtSecret, { uuid: nobody, session: nobody }, 900),
    await jwt(config.jwtSecret, { uuid: 'not a uuid', session: '\0' }, 900),
    await jwt(config.jwtSecret, { uuid: victim.uuid, session }, 900, 'another'),
    await jwt('a secret that somebody has guessed wrong', { uuid: victim.uuid, session }, 900),
    `${part({ alg: 'none' })}.${part({ sub: victim.uuid, session, iss: 'skarb', exp: 9999999999 })}.`,
  ];

  /** All data of the victim that nobody else may change. */
  const victimsThings = async () => {
    const [row] = await sql`
      select (select to_jsonb(u) - 'updated_at' from app_user u where u.uuid = ${victim.uuid}) as account,
        (select jsonb_agg(to_jsonb(s) order by s.uuid) from session s where s.user_uuid = ${victim.uuid}) as sessions,
        (select jsonb_agg(jsonb_build_array(t.uuid, t.name, t.description, t.status, t.creator_uuid) order by t.uuid) from token t where t.creator_uuid = ${victim.uuid}) as tokens,
        (select jsonb_agg(jsonb_build_array(c.uuid, c.name, c.description, c.creator_uuid) order by c.uuid) from collection c where c.creator_uuid = ${victim.uuid}) as collections,
        (select jsonb_agg(jsonb_build_array(o.uuid, o.status, o.price, o.quantity, o.ends_at) order by o.uuid) from offer o where o.maker = ${victim.wallet}) as offers,
        (select jsonb_agg(to_jsonb(n) order by n.uuid) from notification n where n.user_uuid = ${victim.uuid}) as notifications,
        (select jsonb_agg(to_jsonb(o) order by o.uuid) from onramp_order o where o.user_uuid = ${victim.uuid}) as orders,
        (select jsonb_agg(to_jsonb(h) order by h.subject_uuid) from hidden h where h.subject_uuid = ${hidden.uuid}) as hidden,
        (select jsonb_agg(to_jsonb(r) order by r.uuid) from report r where r.reporter_uuid = ${victim.uuid}) as reports,
        (select count(*)::int from favorite f where f.user_uuid = ${victim.uuid}) as favorites`;
    return row;
  };

  // The attacked API has the rights of an API in production, not those of the database's owner.
  const databaseUrl = new URL(config.database.url);
  databaseUrl.searchParams.set('role', 'skarb_api');
  const context = createContext(
    {
      ...config,
      hasRateLimits,
      ...(webDist ? { webDist } : {}),
      database: { ...config.database, url: databaseUrl.toString() },
    },
    'api',
  );
  const attacked = await createApi(context);

  const png = await picture();
  return {
    ...all,
    url: await attacked.listen({ port: 0, host: '127.0.0.1' }),
    stop: async () => {
      await attacked.close();
      await context.db.close();
      await database.close();
      await all.stop();
    },
    victim,
    people,
    actors,
    admin: adminActor,
    badTokens,
    markers: Object.values(secret),
    recover,
    victimsThings,
    /** Known ids at the start, the victim's included. */
    known: {
      user: [victim.uuid, ann.uuid, bob.uuid, carl.uuid],
      'own user': [spare.uuid],
      token: [shown.uuid, hidden.uuid, draft.uuid, annsToken.uuid, annsEdition.uuid, annsDraft.uuid],
      'own token': [annsToken.uuid],
      collection: [victimsCollection, annsCollection],
      'own collection': [annsCollection],
      offer: [listed.uuid, draftOffer.body.data.uuid, annsSale.uuid],
      onramp: [order.uuid],
      session: (await sql<{ uuid: string }[]>`select uuid from session where user_uuid = ${victim.uuid}`).map(
        ({ uuid }) => uuid,
      ),
      notification: (await sql<{ uuid: string }[]>`select uuid from notification where user_uuid = ${victim.uuid}`).map(
        ({ uuid }) => uuid,
      ),
      category: all.categories,
      'own category': all.categories,
      network: [all.networkUuid],
      'own network': [all.networkUuid],
      currency: all.currencies.map(({ uuid }) => uuid),
      'own currency': all.currencies.map(({ uuid }) => uuid),
      address: [victim.address, ann.address, bob.address, all.deployment.weth, all.deployment.seaport],
    } as Record<string, string[]>,
    files: [
      { bytes: png, name: 'a.png', type: 'image/png' },
      { bytes: Buffer.alloc(0), name: 'empty.png', type: 'image/png' },
      { bytes: png.subarray(0, 40), name: 'cut.png', type: 'image/png' },
      {
        bytes: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
        ),
        name: 'a.svg',
        type: 'image/svg+xml',
      },
      {
        bytes: Buffer.from(
          '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>1</script></svg>',
        ),
        name: 'b.svg',
        type: 'image/svg+xml',
      },
      { bytes: Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00,'), name: 'a.gif', type: 'image/gif' },
      { bytes: Buffer.from('glTF\x02\0\0\0\xff\xff\xff\xff'), name: 'a.glb', type: 'model/gltf-binary' },
      { bytes: Buffer.from('<!doctype html><script>1</script>'), name: 'a.html', type: 'image/png' },
      { bytes: randomBytes(2000), name: 'noise.jpg', type: 'image/jpeg' },
      { bytes: Buffer.from('%PDF-1.4'), name: 'a.pdf', type: 'application/pdf' },
    ],
  };
};
export type AttackWorld = Awaited<ReturnType<typeof startAttackWorld>>;
