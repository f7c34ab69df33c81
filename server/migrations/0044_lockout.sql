-- The last time when somebody else may have controlled the account. A browser is its owner's only if it signed in later.
alter table app_user add column devices_distrusted_at timestamptz;

-- Counters of tries at secrets, by account and network address, by account, by network address, and by known device. They
-- decrease with time; at `open_at` the next try passes without proof of work.
create table pace (
  bucket text primary key,
  hits double precision not null default 0,
  touched_at timestamptz not null default clock_timestamp(),
  open_at timestamptz
);

-- Used proofs of work: each counts once.
create table spent_work (
  hash text primary key,
  expires_at timestamptz not null
);
create index spent_work_expires on spent_work (expires_at);

-- The secret of the link is derived from this seed and the server's key, so that the same link can be mailed again.
alter table mail_token add column seed text;
