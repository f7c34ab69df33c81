-- Provider webhooks with all their data: an order's state is derived from all of them, whatever their order.
alter table onramp_event
  -- The provider's payment; an order may need several attempts.
  add column payment_id text,
  -- When the payment began, as the provider reports it. The newest payment decides the order's state.
  add column payment_at timestamptz,
  add column failure text,
  add column received base_units,
  add column fiat_amount numeric,
  add column fiat_currency text,
  add column tx_hash hash32;
-- The event ids of both providers have always begun with the payment's id.
update onramp_event set payment_id = split_part(event_id, ' ', 1);
update onramp_event e set failure = o.failure, received = o.received, fiat_amount = o.fiat_amount,
  fiat_currency = o.fiat_currency, tx_hash = o.tx_hash
  from onramp_order o where o.uuid = e.order_uuid and o.payment_id = e.payment_id and o.status = e.status;
alter table onramp_event alter column payment_id set not null;

-- State of the demo card provider (local stack). An order is paid once, even if a process ends during the payment.
create table demo_payment (
  order_uuid uuid primary key references onramp_order on delete cascade,
  -- The id of the payment in webhooks.
  payment_id uuid not null,
  currency text not null,
  amount text not null,
  address address not null,
  -- In US dollars, charged to the card.
  price numeric not null,
  outcome text not null check (outcome in ('success', 'slow', 'refunded')),
  -- When the payment is due; while a process handles it, when another process may take over.
  due_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- When the money was sent and the webhook delivered.
  finished_at timestamptz
);
create index demo_payment_due on demo_payment (due_at) where finished_at is null;

-- Every transaction of the demo card's wallet, recorded before it is sent: after a crash it is looked up before another is
-- sent.
create table demo_transfer (
  order_uuid uuid not null references demo_payment on delete cascade,
  -- What it sends: gas money, or the bought currency.
  purpose text not null check (purpose in ('gas', 'bought')),
  nonce bigint not null,
  hash hash32 not null,
  -- The signed transaction; sending it again has no second effect.
  raw text not null,
  primary key (order_uuid, purpose)
);
