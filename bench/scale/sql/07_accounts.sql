-- Notifications: one for twenty works to person 4, three for twenty to the others; a third is read.
insert into notification (uuid, user_uuid, kind, token_uuid, offer_uuid, offer_type, history_uuid, price, old_price, currency_uuid, quantity, actor, is_shown,
  read_at, created_at, happening)
select gen.id(90, j), gen.id(1, person),
  (array['SOLD','BOUGHT','OFFER_RECEIVED','PRICE_DROP','OUTBID'])[1 + j % 5], f.token, f.uuid, f.type, gen.id((502 + (j - 1) / ({tokens} * 3 / 20))::int, s), f.price,
  case when j % 5 = 3 then f.price * 2 end, f.currency_uuid, 1, f.taker, j % 10 <> 9, case when j % 3 = 0 then to_timestamp({now}) end,
  to_timestamp({now} - 60480000.0 * (1 - j::float8 / ({tokens} / 5))), j::text
from (select j, 1 + (j - 1) % ({tokens} * 3 / 20) as s, case when j % 4 = 0 then 4 when j % 4000 = 1 then 2 else gen.person(91, j, 1) end as person
  from generate_series(1, {tokens} / 5::bigint) j) drawn join gen.offer f on f.kind = 51 and f.i = s;

insert into notification (uuid, user_uuid, kind, is_shown, created_at, happening, act, subject_type, subject_uuid, reason, note)
select gen.id(91, c), creator_uuid, 'NOTE', true, to_timestamp({now} - c), 'note ' || c, 'HIDDEN', 'collection', uuid, 'STOLEN', '' from gen.series where is_hidden;

insert into notification_setting (user_uuid, kind, app, mail)
select gen.id(1, p), 'PRICE_DROP', true, false from generate_series(1, {people}) p where p % 20 = 0;

insert into report (uuid, subject_type, subject_uuid, reporter_uuid, reason, note, created_at, closed_at, closed_as)
select gen.id(92, i), (array['token','collection','user'])[1 + i % 3],
  case i % 3 when 0 then gen.id(3, 1 + floor(power(gen.r(92, i), 2) * {tokens})::bigint) when 1 then gen.id(2, 1 + floor(gen.r(92, i) * {collections})::bigint)
    else gen.id(1, 5 + floor(gen.r(92, i) * ({people} - 5))::bigint) end,
  gen.id(1, 5 + i % ({people} - 5)), (array['STOLEN','FAKE','OTHER'])[1 + i % 3], 'See the original', to_timestamp({now} - i * 60),
  case when i % 2 = 0 then to_timestamp({now}) end, case when i % 2 = 0 then 'dismissed' end
from generate_series(1, {tokens} / 200) i;

insert into audit_entry (uuid, created_at, admin_uuid, act, subject_type, subject_uuid)
select gen.id(93, i), to_timestamp({now} - 60 * (1 + {tokens} / 50 - i)), gen.id(1, 3), (array['moderation.hide','moderation.restore','user.block'])[1 + i % 3],
  case when i % 3 = 2 then 'user' else 'token' end, case when i % 3 = 2 then gen.id(1, 5 + i % ({people} - 5)) else gen.id(3, 1 + i % {tokens}) end
from generate_series(1, {tokens} / 50) i;

-- The operator's tasks: a mint of every third work, some of them failed.
insert into operator_task (uuid, chain_id, kind, subject, status, tx_hash, attempts, last_error, run_at, created_at, updated_at, account_uuid)
select gen.id(94, n), {chain}, 'mint', uuid::text, case when n % 30000 = 9 then 'failed' else 'done' end, gen.hash(94, n), 1,
  case when n % 30000 = 9 then 'execution reverted' end, at, at, at, creator_uuid
from gen.work where n % 3 = 0 and status = 'minted';

insert into operator_spend (tx_hash, task_uuid, chain_id, nonce, kind, account_uuid, gas, wei, is_booked, sent_at)
select gen.hash(94, n), gen.id(94, n), {chain}, n, 'mint', creator_uuid, 150000, 4500000000000000, true, at
from gen.work where n % 3 = 0 and status = 'minted';

insert into operator_wallet (chain_id, address, balance, gas_price) select {chain}, wallet, 1e21, 3e10 from gen.who where p = 5 on conflict do nothing;

insert into onramp_order (uuid, user_uuid, provider, status, currency_uuid, amount, address, created_at, updated_at)
select gen.id(96, i), w.uuid, 'demo', (array['completed','failed','pending'])[1 + i % 3], '{weth}', 1e17, w.wallet, to_timestamp({now} - i * 600), to_timestamp({now} - i * 600)
from (select i, case when i % 100 = 0 then 2 else gen.person(96, i, 1) end as p from generate_series(1, {tokens} / 100::bigint) i) drawn join gen.who w on w.p = drawn.p;
