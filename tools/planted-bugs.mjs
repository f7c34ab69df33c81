/**
 * `npm run planted-bugs [name …]`: puts each of these bugs into the code, one at a time, and checks that the tests named
 * beside it fail. Shows that a faster suite still notices what a slower one did. Takes about ten minutes; changes files
 * while it runs and restores them.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './tracked-files.mjs';

const DOMAIN = 'server/src/domain';
/** The bugs: a name, the file, the code that is replaced (it occurs once), its replacement, and the tests that must fail. */
export const BUGS = [
  [
    'money: a share of the price is rounded up',
    'schema/src/money.ts',
    '(base * BigInt(bps)) / BigInt(BPS);',
    '(base * BigInt(bps) + 9_999n) / BigInt(BPS);',
    'schema/src/money.test.ts',
  ],
  [
    'auth: the delay after wrong passwords does not grow',
    `${DOMAIN}/auth/attempt-limit.rules.ts`,
    'Math.min(maxWait, 2 ** (level - 1))',
    'Math.min(maxWait, 1)',
    `${DOMAIN}/auth/attempt-limit.test.ts`,
  ],
  [
    'mail: a mail does not wait for its server',
    `${DOMAIN}/mail/mail.service.ts`,
    "if (config.mail.smtpUrl) return addJob(tx, 'mail', mail);",
    '',
    `${DOMAIN}/mail/mail.test.ts`,
  ],
  [
    'media: a JPEG keeps where it was taken',
    `${DOMAIN}/media/media.clean.ts`,
    '!(isApp || marker === 0xfe)',
    'marker !== 0xfe',
    `${DOMAIN}/media/media.test.ts`,
  ],
  [
    'locale: repeated reports are not counted',
    `${DOMAIN}/locale/locale.store.ts`,
    'reports = missing_word.reports + 1',
    'reports = missing_word.reports',
    `${DOMAIN}/locale/locale.test.ts`,
  ],
  [
    'live: everyone receives changes that are not public',
    `${DOMAIN}/live/live.hub.ts`,
    'if (isPublic) {',
    'if (isPublic || change) {',
    `${DOMAIN}/live/live.test.ts`,
  ],
  [
    'audit: an act has no admin',
    `${DOMAIN}/audit/audit.store.ts`,
    'values (${uuidv7()}, ${adminUuid},',
    'values (${uuidv7()}, ${adminUuid && null},',
    `${DOMAIN}/admin/audit.test.ts`,
  ],
  [
    'operator: the last free task exceeds the budget of an account',
    `${DOMAIN}/operator/operator.allowance.rules.ts`,
    'funds.spentByAccount + cost > budgets.accountDay',
    'funds.spentByAccount > budgets.accountDay',
    `${DOMAIN}/operator/operator.rules.test.ts`,
  ],
  [
    'hidden: holders do not see their hidden token',
    `${DOMAIN}/hidden/hidden.view.ts`,
    'where o.token_uuid = ${tokenUuid} and u.uuid = ${callerUuid})\n      or exists (select 1 from offer o where',
    'where o.token_uuid = ${tokenUuid} and u.uuid = ${callerUuid} and false)\n      or exists (select 1 from offer o where',
    `${DOMAIN}/moderation/moderation.test.ts`,
  ],
  [
    'reference: a stale order of a list is accepted',
    `${DOMAIN}/reference/reference.store.ts`,
    'wanted.length !== rows.length || ',
    '',
    `${DOMAIN}/admin/admin.test.ts`,
  ],
  [
    'price: a source may double a price',
    `${DOMAIN}/price/price.rules.ts`,
    'Math.abs(quote.value / last.value - 1) > JUMP',
    'Math.abs(quote.value / last.value - 1) > 1',
    `${DOMAIN}/price/price.rules.test.ts`,
  ],
  [
    'collection: a second wallet of its creator mints in it',
    `${DOMAIN}/collection/collection.service.ts`,
    'collection.creator_address && collection.creator_address !== wallet',
    'collection.creator_address && !wallet',
    `${DOMAIN}/token/token.form.test.ts`,
  ],
  [
    'token: what is not on sale comes first by price',
    `${DOMAIN}/token/token.page.ts`,
    'isByPrice ? !isReversed : undefined',
    'isByPrice ? isReversed : undefined',
    `${DOMAIN}/token/token.list.test.ts`,
  ],
  [
    'token: an auction that takes bids is not on sale',
    `${DOMAIN}/token/store/token-card.store.ts`,
    'sale.uuid is not null or run.is_running as on_sale',
    'sale.uuid is not null as on_sale',
    `${DOMAIN}/token/token.list.test.ts`,
  ],
  [
    'sale: a buyer with half of the money is sent to the wallet',
    `${DOMAIN}/offer/sale/sale.purchase.ts`,
    'if (balance < amount)',
    'if (balance < amount / 2n)',
    `${DOMAIN}/offer/sale/sale.purchase.test.ts`,
  ],
  [
    'bid: the step for an acceptance names the price of one unit',
    `${DOMAIN}/offer/bid/bid.accept.ts`,
    'fromBaseUnits(sellerReceives * units, currency.decimals)',
    'fromBaseUnits(BigInt(offer.price) * units, currency.decimals)',
    `${DOMAIN}/offer/bid/bid.test.ts`,
  ],
  [
    'auction: the next bid is rounded down',
    `${DOMAIN}/offer/auction/auction.rules.ts`,
    '(amount * BigInt(raiseBps) + BigInt(BPS - 1)) / BigInt(BPS)',
    '(amount * BigInt(raiseBps)) / BigInt(BPS)',
    `${DOMAIN}/offer/auction/auction.rules.test.ts`,
  ],
  [
    'transaction: an unread block counts as read',
    `${DOMAIN}/transaction/transaction.service.ts`,
    'isIndexed: outcome.blockNumber !== null && (await isRead',
    'isIndexed: outcome.blockNumber !== null || (await isRead',
    `${DOMAIN}/offer/sale/sale.purchase.test.ts server/src/worker.test.ts`,
  ],
  [
    'breeding: siblings may breed',
    `${DOMAIN}/breeding/breeding.rules.ts`,
    'else if (areSiblings(matron, sire))',
    'else if (areSiblings(matron, matron) && false)',
    `${DOMAIN}/breeding/breeding.rules.test.ts`,
  ],
  [
    'onramp: a failed attempt outweighs a payment',
    `${DOMAIN}/onramp/onramp.rules.ts`,
    "status === 'completed' ? 2",
    "status === 'completed' ? 1",
    `${DOMAIN}/onramp/onramp.rules.test.ts`,
  ],
  [
    'notification: a higher price is announced as a drop',
    `${DOMAIN}/notification/notification.kinds.ts`,
    'if (previous.nowEth >= before.eth) return undefined;',
    '',
    `${DOMAIN}/notification/notification.rules.test.ts`,
  ],
  [
    'moderation: a hidden token still invites to trade',
    `${DOMAIN}/moderation/moderation.hide.ts`,
    'if (isHiding) await withdrawInvitations(tx, tokens);',
    '',
    `${DOMAIN}/moderation/moderation.test.ts`,
  ],
  [
    'wallet: the money that other bids need is not counted',
    `${DOMAIN}/wallet/wallet.service.ts`,
    "and b.status in ('ACTIVE', 'INVALID') and (b.ends_at is null",
    "and b.status in ('DRAFT') and (b.ends_at is null",
    `${DOMAIN}/wallet/wallet.test.ts`,
  ],
  [
    'chart: the newest sale comes first',
    `${DOMAIN}/chart/chart.view.ts`,
    'order by h.created_at desc limit',
    'order by h.created_at asc limit',
    `${DOMAIN}/chart/chart.test.ts`,
  ],
  [
    'sitemap: search engines may read the settings',
    `${DOMAIN}/sitemap/sitemap.rules.ts`,
    "  '/settings',\n",
    '',
    `${DOMAIN}/sitemap/sitemap.test.ts`,
  ],
  [
    'own data: a repeated request for deletion sends its mail again',
    `${DOMAIN}/own-data/deletion.service.ts`,
    'if (user.deletion_at !== null) return;',
    '',
    `${DOMAIN}/own-data/deletion.test.ts`,
  ],
  [
    'status: a silent worker counts as available',
    `${DOMAIN}/status/status.view.ts`,
    'if (cursor.silent_for > WORKER_SECONDS)',
    'if (cursor.silent_for > 1000 * WORKER_SECONDS)',
    `${DOMAIN}/status/status.test.ts`,
  ],
  [
    'web: the price in a purchase is rounded',
    'web/src/domain/price/price.tsx',
    'isRounded ? formats.amount(amount) : exact',
    'formats.amount(amount)',
    'web/src/domain/offer/amounts.browser.test.tsx',
  ],
  [
    'web: a toast covers the buttons of a dialog on a phone',
    'web/src/ui/dialog.tsx',
    'calc(100dvh-var(--toasts,0px)-0.5rem)',
    '100dvh',
    'web/src/ui/toast.browser.test.tsx',
  ],
  [
    'account: the marketplace pays for approving anybody',
    `${DOMAIN}/account/account.sponsor.rules.ts`,
    "return call?.name === 'approve' ? isOurs(call.args[0]) : call !== undefined;",
    'return call !== undefined;',
    `${DOMAIN}/account/account.sponsor.rules.test.ts`,
  ],
  [
    'sms: a password in the address of a provider is not sent',
    `${DOMAIN}/sms/sms.rules.ts`,
    'const authorization = url.username ? basic(url) : null;',
    'const authorization = null;',
    `${DOMAIN}/auth/phone.test.ts`,
  ],
];

/** Runs the tests with a bug in the code. @returns the names of the tests that failed */
function noticedBy([, file, from, to, tests]) {
  const path = join(ROOT, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    throw new Error(`${file} contains this ${source.split(from).length - 1} times: ${from}`);
  try {
    writeFileSync(
      path,
      source.replace(from, () => to),
    );
    const { stdout } = spawnSync(
      process.execPath,
      [join(ROOT, 'node_modules/.bin/vitest'), 'run', '--reporter=json', ...tests.split(' ')],
      { cwd: ROOT, encoding: 'utf8', maxBuffer: 2 ** 27, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const { testResults } = JSON.parse(stdout.slice(stdout.indexOf('{"numTotal')));
    return testResults.flatMap(({ name, assertionResults, status }) => {
      const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
      return status === 'failed' && failed.length === 0 ? [name] : failed;
    });
  } finally {
    writeFileSync(path, source);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // The current bug is removed first: a Ctrl-C reaches the tests as well, and they end.
  process.on('SIGINT', () => (process.exitCode = 130));
  const wanted = process.argv.slice(2);
  for (const bug of BUGS.filter(([name]) => wanted.length === 0 || wanted.some((word) => name.startsWith(word)))) {
    if (process.exitCode === 130) break;
    const failed = noticedBy(bug);
    if (failed.length === 0) process.exitCode = 1;
    console.log(`${failed.length > 0 ? 'noticed  ' : 'UNNOTICED'} ${bug[0]}`);
    for (const name of failed.slice(0, 3)) console.log(`            ${name}`);
  }
}
