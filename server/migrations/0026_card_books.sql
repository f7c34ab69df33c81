-- What a provider told, with all it said: an order's state follows from the whole of it, in whatever order it came.
alter table onramp_event
  -- The provider's own payment: one order may take several tries.
  add column payment_id text,
  -- When the provider says that this try began: the newest one speaks for the order.
  add column payment_at timestamptz,
  add column failure text,
  add column received base_units,
  add column fiat_amount numeric,
  add column fiat_currency text,
  add column tx_hash hash32;
-- Both providers' event ids have begun with the payment's since there are any.
update onramp_event set payment_id = split_part(event_id, ' ', 1);
update onramp_event e set failure = o.failure, received = o.received, fiat_amount = o.fiat_amount,
  fiat_currency = o.fiat_currency, tx_hash = o.tx_hash
  from onramp_order o where o.uuid = e.order_uuid and o.payment_id = e.payment_id and o.status = e.status;
alter table onramp_event alter column payment_id set not null;

-- The books of the demo card (the local stack's own provider): an order is paid once, whatever ends meanwhile.
create table demo_payment (
  order_uuid uuid primary key references onramp_order on delete cascade,
  -- What webhooks name the payment by.
  payment_id uuid not null,
  currency text not null,
  amount text not null,
  address address not null,
  -- In US dollars, off the card.
  price numeric not null,
  outcome text not null check (outcome in ('success', 'slow', 'refunded')),
  -- When it is to be finished; while somebody is at it, when another may take it over.
  due_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Sent and told.
  finished_at timestamptz
);
create index demo_payment_due on demo_payment (due_at) where finished_at is null;

-- Every transaction of the purse, noted before it is sent: after a crash it is looked for before another is.
create table demo_transfer (
  order_uuid uuid not null references demo_payment on delete cascade,
  -- What it sends: gas money, or what was bought.
  purpose text not null check (purpose in ('gas', 'bought')),
  nonce bigint not null,
  hash hash32 not null,
  -- Signed, as it goes to the chain: sent again it is the same transaction.
  raw text not null,
  primary key (order_uuid, purpose)
);
