-- The whole schema of the first release. Addresses and hashes are lower-case hex text, money is numeric base units, times
-- are timestamptz, and each "uuid" is a version-7 uuid made by the server.
-- What many pages show (cards, counts, floor, volume) is stored when it changes, not computed by each read.

create extension if not exists pg_trgm;

create domain address as text check (value ~ '^0x[0-9a-f]{40}$');
create domain hash32 as text check (value ~ '^0x[0-9a-f]{64}$');
create domain base_units as numeric(78, 0) check (value >= 0);

-- Reference data -----------------------------------------------------------------------------

create table network (
  uuid uuid primary key,
  name text not null unique,
  human_name text not null,
  chain_id integer not null unique,
  rpc_url text not null,
  explorer_url text,
  native_symbol text not null,
  is_enabled boolean not null default true,
  created_at timestamptz not null default now()
);

create table currency (
  uuid uuid primary key,
  network_uuid uuid not null references network,
  name text not null,
  symbol text not null,
  address address,
  decimals smallint not null check (decimals between 0 and 36),
  -- The value of one unit in ether. It makes prices in several currencies comparable.
  eth_rate numeric not null check (eth_rate > 0),
  is_default boolean not null default false,
  is_enabled boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  unique nulls not distinct (network_uuid, address)
);

create table category (
  uuid uuid primary key,
  name text not null unique,
  position integer not null default 0,
  created_at timestamptz not null default now()
);

-- Accounts -----------------------------------------------------------------------------------

create table app_user (
  uuid uuid primary key,
  role text not null default 'USER' check (role in ('USER', 'CREATOR', 'ADMIN')),
  username text,
  game_id text,
  email text,
  is_email_confirmed boolean not null default false,
  password_hash text,
  is_two_factor_authentication_enabled boolean not null default false,
  google_id text unique,
  phone_number text,
  is_phone_number_confirmed boolean not null default false,
  metamask_wallet address unique,
  name text,
  bio text,
  avatar text,
  background_img text,
  language text not null default 'en' check (language in ('en', 'ukr')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index app_user_username on app_user (lower(username));
create unique index app_user_email on app_user (lower(email));

-- A row is one refresh token; a family is one sign-in. A second use of a token revokes its family.
create table session (
  uuid uuid primary key,
  family uuid not null,
  user_uuid uuid not null references app_user on delete cascade,
  token_hash text not null unique,
  user_agent text,
  ip text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
);
create index session_family on session (family);
create index session_by_user on session (user_uuid, created_at);

-- Tokens sent by mail, for 'confirm' or 'reset'; each works once. Only their hash is stored.
create table mail_token (
  token_hash text primary key,
  purpose text not null check (purpose in ('confirm', 'reset')),
  user_uuid uuid not null references app_user on delete cascade,
  email text not null,
  -- Data of an unconfirmed registration. It takes effect when the mailed link is opened, so a registration alone does not
  -- reserve an address or a name.
  password_hash text,
  username text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_token_user on mail_token (user_uuid);

create table siwe_nonce (
  nonce text primary key,
  address address not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Mails of the local stack, which has no SMTP server; later also text messages.
create table mailbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null default now()
);
create index mailbox_recipient on mailbox (recipient, id desc);

create table idempotency (
  key text not null,
  scope text not null,
  body_hash text not null,
  status integer,
  response jsonb,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);

-- Fixed-window counters shared by every API process.
create table rate_limit (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (bucket, window_start)
);

-- Media --------------------------------------------------------------------------------------

create table media (
  cid text primary key,
  kind text not null check (kind in ('image', 'video', 'audio', 'model', 'document')),
  mime_type text not null,
  bytes bigint not null,
  -- The picture shown for a video, a sound or a model. Width, height and thumbhash of this row describe that picture.
  poster_cid text references media,
  width integer not null,
  height integer not null,
  thumbhash text not null,
  is_animated boolean not null default false,
  created_at timestamptz not null default now()
);

-- Collections and tokens ----------------------------------------------------------------------

create table collection (
  uuid uuid primary key,
  name text not null,
  description text not null default '',
  network_uuid uuid not null references network,
  creator_uuid uuid not null references app_user,
  -- The wallet that owns its contracts; set with the first token.
  creator_address address,
  image_hash text not null references media,
  items integer not null default 0,
  owners integer not null default 0,
  on_sale integer not null default 0,
  -- In wei of ether, see currency.eth_rate.
  floor_price numeric,
  volume numeric not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index collection_created on collection (created_at desc, uuid desc);
create index collection_name on collection (name, uuid);
create index collection_volume on collection (volume desc, uuid desc);
create index collection_floor on collection (floor_price, uuid);
create index collection_creator on collection (creator_uuid, created_at desc);
create index collection_search on collection using gin (name gin_trgm_ops);

-- One contract for each token standard of a collection. Its address is known before it is deployed.
create table collection_contract (
  collection_uuid uuid not null references collection,
  type text not null check (type in ('ERC721', 'ERC1155')),
  chain_id integer not null,
  address address not null,
  salt hash32 not null,
  is_deployed boolean not null default false,
  next_token_id numeric(78, 0) not null default 1,
  primary key (collection_uuid, type),
  unique (chain_id, address)
);

create table token (
  uuid uuid primary key,
  status text not null default 'draft' check (status in ('draft', 'minting', 'minted', 'failed')),
  type text not null check (type in ('ERC721', 'ERC1155')),
  name text not null,
  description text not null,
  image_hash text not null references media,
  -- The creator's own picture for a video, a sound or a model; replaces media.poster_cid.
  poster_hash text references media,
  metadata_hash text not null,
  -- sha-256 of the metadata document, as the contract stores it.
  metadata_digest hash32 not null,
  royalty_bps integer not null check (royalty_bps between 0 and 5000),
  quantity bigint not null check (quantity > 0),
  category_uuid uuid not null references category,
  collection_uuid uuid not null references collection,
  network_uuid uuid not null references network,
  creator_uuid uuid not null references app_user,
  creator_address address not null,
  chain_id integer not null,
  contract_address address not null,
  token_id numeric(78, 0) not null,
  -- The creator's signed mint request, which the operator submits.
  mint_signature text,
  mint_deadline timestamptz,
  mint_tx_hash hash32,
  minted_at timestamptz,
  -- Minted and included in the maintained counts (token_count, trait_count, collection.items).
  is_counted boolean not null default false,
  favorite_count integer not null default 0,
  -- The cheapest active listing, for lists.
  on_sale boolean not null default false,
  sale_offer_uuid uuid,
  sale_currency_uuid uuid,
  sale_price numeric,
  sale_price_eth numeric,
  -- The document that lists show; rebuilt when anything in it changes.
  card jsonb not null default '{}',
  search tsvector,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (chain_id, contract_address, token_id)
);
-- Only minted tokens are public, so each index for lists covers only those.
create index token_created on token (created_at desc, uuid desc) where status = 'minted';
create index token_category on token (category_uuid, created_at desc, uuid desc) where status = 'minted';
create index token_collection on token (collection_uuid, created_at desc, uuid desc) where status = 'minted';
create index token_creator on token (creator_uuid, created_at desc, uuid desc);
create index token_by_name on token (name, uuid) where status = 'minted';
-- Both directions put tokens without a listing last, so each needs an index of its own.
create index token_by_price on token (sale_price_eth, uuid) where status = 'minted';
create index token_by_price_desc on token (sale_price_eth desc nulls last, uuid desc) where status = 'minted';
create index token_by_favorites on token (favorite_count desc, uuid desc) where status = 'minted';
create index token_sale on token (created_at desc, uuid desc) where on_sale;
create index token_sale_price on token (sale_price_eth, uuid) where on_sale;
create index token_sale_currency on token (sale_currency_uuid, sale_price, uuid) where on_sale;
create index token_sale_category on token (category_uuid, created_at desc, uuid desc) where on_sale;
create index token_sale_category_price on token (category_uuid, sale_price_eth, uuid) where on_sale;
create index token_sale_collection_price on token (collection_uuid, sale_price_eth, uuid) where on_sale;
create index token_name_trgm on token using gin (name gin_trgm_ops);
create index token_search on token using gin (search);
create index token_image on token (image_hash);

create table token_trait (
  token_uuid uuid not null references token on delete cascade,
  position smallint not null,
  collection_uuid uuid not null,
  name text not null,
  value text not null,
  is_number boolean not null,
  primary key (token_uuid, position)
);
-- In the form of the filter `trait=name:value`, for one collection or all of them.
create index token_trait_value on token_trait ((name || ':' || value), collection_uuid, token_uuid);

-- The number of minted tokens of a collection that have a value: rarity without counting.
create table trait_count (
  collection_uuid uuid not null references collection,
  name text not null,
  value text not null,
  count integer not null,
  primary key (collection_uuid, name, value)
);

-- Counts that pages show, by scope: 'all' (id is the nil uuid), 'category', 'collection', 'network'.
create table token_count (
  scope text not null,
  id uuid not null,
  minted integer not null default 0,
  on_sale integer not null default 0,
  primary key (scope, id)
);

-- The units that each address holds. token_created_at copies the token's time, because galleries sort by it.
create table ownership (
  token_uuid uuid not null references token on delete cascade,
  owner address not null,
  quantity bigint not null check (quantity > 0),
  token_created_at timestamptz not null,
  on_sale boolean not null default false,
  primary key (token_uuid, owner)
);
create index ownership_owner on ownership (owner, token_created_at desc, token_uuid desc);
create index ownership_owner_sale on ownership (owner, token_created_at desc, token_uuid desc) where on_sale;

create table collection_owner (
  collection_uuid uuid not null references collection,
  owner address not null,
  tokens integer not null check (tokens > 0),
  primary key (collection_uuid, owner)
);

create table favorite (
  user_uuid uuid not null references app_user on delete cascade,
  token_uuid uuid not null references token on delete cascade,
  token_created_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (user_uuid, token_uuid)
);
create index favorite_user on favorite (user_uuid, token_created_at desc, token_uuid desc);
create index favorite_token on favorite (token_uuid);

-- Trade --------------------------------------------------------------------------------------

create table offer (
  uuid uuid primary key,
  type text not null check (type in ('SALE', 'AUCTION', 'BID')),
  status text not null check (status in ('DRAFT', 'SCHEDULED', 'ACTIVE', 'CANCELLING', 'INVALID', 'SOLD', 'CANCELLED', 'EXPIRED', 'ENDED')),
  invalid_reason text,
  version integer not null default 1,
  token_uuid uuid not null references token,
  collection_uuid uuid not null references collection,
  category_uuid uuid not null references category,
  network_uuid uuid not null references network,
  currency_uuid uuid not null references currency,
  -- maker: the seller of a SALE or AUCTION, the buyer of a BID
  maker_uuid uuid not null references app_user,
  maker address not null,
  taker_uuid uuid references app_user,
  taker address,
  -- Of one unit: in base units of the currency, and in wei of ether for sorting.
  price base_units not null,
  price_eth numeric not null,
  quantity bigint not null check (quantity > 0),
  quantity_left bigint not null check (quantity_left >= 0),
  marketplace_bps integer not null,
  royalty_bps integer not null,
  royalty_receiver address,
  starts_at timestamptz,
  ends_at timestamptz,
  -- The current order, and the order of an edit that waits until the old one is cancelled.
  order_hash hash32,
  next_order_hash hash32,
  -- The block of the owner's last confirmation of the price (by signing or reactivating the listing), and the first block
  -- after which they held too little. From then on they must confirm the price again, even if the NFT comes back.
  live_block bigint,
  left_block bigint,
  cancel_requested_at timestamptz,
  signed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index offer_active on offer (created_at desc, uuid desc) include (ends_at) where status = 'ACTIVE';
create index offer_active_token on offer (token_uuid, price_eth, uuid) where status = 'ACTIVE';
create index offer_active_price on offer (price_eth, uuid) where status = 'ACTIVE';
create index offer_active_ends on offer (ends_at, uuid) where status = 'ACTIVE';
create index offer_token on offer (token_uuid, created_at desc);
create index offer_maker on offer (maker_uuid, created_at desc, uuid desc);
create index offer_taker on offer (taker_uuid, created_at desc, uuid desc);
create index offer_collection on offer (collection_uuid, created_at desc);
-- Offers that change by time alone: drafts to delete, listings to start, offers to expire.
create index offer_starting on offer (starts_at) where status = 'SCHEDULED';
create index offer_expiring on offer (ends_at) where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
create index offer_draft on offer (created_at) where status = 'DRAFT';
-- A maker's open offers for one token, for chain events.
create index offer_live_token_maker on offer (token_uuid, maker) where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
-- Offers that a reorg may change.
create index offer_left on offer (left_block) where left_block is not null;
create index offer_live_block on offer (live_block) where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
create index offer_live_maker on offer (maker) where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');

-- Every Seaport order that an offer has had; each edit signs a new one. Fills and cancellations come from the chain.
create table seaport_order (
  order_hash hash32 primary key,
  chain_id integer not null,
  offer_uuid uuid not null references offer on delete cascade,
  -- OrderComponents as signed; numbers are decimal strings.
  components jsonb not null,
  signature text,
  counter numeric(78, 0) not null,
  price base_units not null,
  price_eth numeric not null,
  quantity bigint not null,
  starts_at timestamptz,
  ends_at timestamptz,
  filled bigint not null default 0,
  -- The number of OrderCancelled logs: Seaport allows cancelling an order twice.
  cancellations integer not null default 0,
  -- The order that this one replaces, and how much of it was filled at the time of the edit.
  replaces hash32,
  replaced_filled bigint not null default 0,
  created_at timestamptz not null default now()
);
create index seaport_order_offer on seaport_order (offer_uuid);
create index seaport_order_unsigned on seaport_order (created_at) where signature is null;

-- The history of tokens and offers. A row from a log contains the log's position and is deleted when the log is undone.
create table history (
  uuid uuid primary key,
  token_uuid uuid not null references token on delete cascade,
  offer_uuid uuid references offer on delete set null,
  event text not null,
  price base_units,
  currency_uuid uuid references currency,
  quantity bigint,
  -- SOLD: the amount paid, in wei of ether at the rate of that time. collection.volume is their sum.
  value_eth numeric,
  from_address address,
  to_address address,
  tx_hash hash32,
  chain_id integer,
  block_number bigint,
  block_hash hash32,
  log_index integer,
  created_at timestamptz not null default now(),
  -- One log may move several tokens (TransferBatch).
  unique (chain_id, block_hash, log_index, event, token_uuid)
);
create index history_token on history (token_uuid, created_at desc, uuid desc);
create index history_offer on history (offer_uuid, created_at desc, uuid desc);
-- Finds the sale that explains a transfer of the same transaction, so that lists show only the sale.
create index history_sold on history (token_uuid, tx_hash) where event = 'SOLD';
create index history_block on history (chain_id, block_number) where block_number is not null;

-- The tokens that an address has bought: "purchased" on the profile.
create table purchase (
  buyer address not null,
  token_uuid uuid not null references token on delete cascade,
  times integer not null check (times > 0),
  token_created_at timestamptz not null,
  primary key (buyer, token_uuid)
);
create index purchase_buyer on purchase (buyer, token_created_at desc, token_uuid desc);

-- The chain ----------------------------------------------------------------------------------

create table chain_cursor (
  chain_id integer primary key,
  block_number bigint not null,
  block_hash hash32 not null,
  block_time timestamptz not null,
  head_number bigint not null,
  head_seen_at timestamptz not null default now(),
  worker_seen_at timestamptz not null default now()
);

-- Hashes of the follower's last blocks, to find the common ancestor after a reorg.
create table chain_block (
  chain_id integer not null,
  number bigint not null,
  hash hash32 not null,
  primary key (chain_id, number)
);

-- Every applied log. Some logs (approvals, counters) set a value without stating the previous one: such values are read from
-- the newest log of their kind, so deleting a log restores the value before it.
create table chain_log (
  chain_id integer not null,
  block_number bigint not null,
  log_index integer not null,
  block_hash hash32 not null,
  block_time timestamptz not null,
  tx_hash hash32 not null,
  address address not null,
  topics text[] not null,
  data text not null,
  primary key (chain_id, block_number, log_index)
);
create index chain_log_topics on chain_log (chain_id, address, (topics[1]), (topics[2]), (topics[3]), block_number desc, log_index desc);
-- Finds the newest Approval or Transfer of one ERC-721 token.
create index chain_log_token on chain_log (chain_id, address, (topics[4]), block_number desc, log_index desc) where topics[4] is not null;
create index chain_log_tx on chain_log (chain_id, tx_hash);

-- The operator's tasks on chain, one row each: submit a mint request, cancel an order. The chain's events complete a task; a
-- reorg that removes them reopens it.
create table operator_task (
  uuid uuid primary key,
  chain_id integer not null,
  kind text not null check (kind in ('mint', 'cancel')),
  -- mint: the token's uuid; cancel: the order hash
  subject text not null,
  status text not null default 'pending' check (status in ('pending', 'sent', 'done', 'failed')),
  -- The transaction that is sent but not mined, and the values that its replacement with a higher fee needs.
  tx_hash hash32,
  nonce integer,
  tip numeric,
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text,
  run_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (kind, subject)
);
create index operator_task_open on operator_task (chain_id, run_at) where status in ('pending', 'sent');

-- Transactions whose status clients requested to follow.
create table followed_transaction (
  tx_hash hash32 primary key,
  chain_id integer not null,
  user_uuid uuid references app_user on delete set null,
  status text not null default 'pending' check (status in ('pending', 'successful', 'failed')),
  reason text,
  code text,
  block_number bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
