-- Card payments: the orders at the configured provider, and their state.
create table onramp_order (
  uuid uuid primary key,
  user_uuid uuid not null references app_user on delete cascade,
  provider text not null check (provider in ('transak', 'moonpay', 'demo')),
  status text not null default 'created' check (status in ('created', 'pending', 'completed', 'failed', 'refunded')),
  currency_uuid uuid not null references currency,
  amount base_units not null check (amount > 0),
  -- The destination: the owner's wallet at the time of the order.
  address address not null,
  -- The path of this site to return to.
  return_to text,
  -- The provider's payment that the state describes; an order may need several attempts.
  payment_id text,
  -- The amount that arrived and the amount charged to the card, as the provider reports them.
  received base_units,
  fiat_amount numeric,
  fiat_currency text,
  tx_hash hash32,
  failure text check (failure in ('declined', 'cancelled', 'expired', 'identity', 'limit', 'other')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index onramp_order_user on onramp_order (user_uuid, created_at desc, uuid desc);

-- Provider webhooks, one row each.
create table onramp_event (
  provider text not null,
  event_id text not null,
  order_uuid uuid not null references onramp_order on delete cascade,
  status text not null,
  created_at timestamptz not null default now(),
  primary key (provider, event_id)
);
create index onramp_event_order on onramp_event (order_uuid);

-- A provider's access token, shared by all processes because requesting a new one revokes the old one. Encrypted.
create table onramp_token (
  provider text primary key,
  token text not null,
  -- The token before it: webhooks signed with it may still arrive.
  previous text,
  expires_at timestamptz not null
);

create trigger raise_version before update on onramp_order for each row execute function raise_version();
create function announce_onramp() returns trigger language plpgsql as $$
begin
  perform pg_notify('change', json_build_object('kind', 'onramp', 'uuid', new.uuid, 'version', new.version, 'status', new.status,
    'users', json_build_array(new.user_uuid), 'isPublic', false)::text);
  return null;
end $$;
create trigger announce_change after insert or update on onramp_order for each row execute function announce_onramp();
