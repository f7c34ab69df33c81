-- The account whose gas budget pays for the task.
alter table operator_task add column account_uuid uuid references app_user on delete set null;
-- The maximum fee of the last transaction sent. Nodes accept a replacement only if its tip and fee are both higher.
alter table operator_task add column max_fee numeric;
update operator_task t set account_uuid = case t.kind
  when 'mint' then (select creator_uuid from token where uuid::text = t.subject)
  when 'cancel' then (select o.maker_uuid from seaport_order s join offer o on o.uuid = s.offer_uuid where s.order_hash = t.subject)
  when 'settle' then (select o.maker_uuid from auction a join offer o on o.uuid = a.offer_uuid where a.auction_id = t.subject)
  when 'commit' then null
  else (select breeder_uuid from breeding where uuid::text = t.subject) end;

-- The cost of each of the operator's transactions, by task: reserved when it is sent, corrected when it is mined.
create table operator_spend (
  tx_hash hash32 not null,
  task_uuid uuid not null,
  chain_id integer not null,
  nonce integer not null,
  kind text not null,
  account_uuid uuid references app_user on delete set null,
  gas numeric(78, 0) not null check (gas >= 0),
  wei numeric(78, 0) not null check (wei >= 0),
  is_booked boolean not null default false,
  sent_at timestamptz not null default now(),
  primary key (tx_hash, task_uuid)
);
create index operator_spend_sent on operator_spend (chain_id, sent_at);
create index operator_spend_account on operator_spend (account_uuid, sent_at);
create index operator_spend_open on operator_spend (chain_id, nonce) where not is_booked;

-- The operator's wallet as the worker last read it, and when the admins were notified of a low balance.
create table operator_wallet (
  chain_id integer primary key,
  address address not null,
  balance numeric(78, 0) not null,
  gas_price numeric(78, 0) not null,
  seen_at timestamptz not null default now(),
  alarmed_at timestamptz
);
