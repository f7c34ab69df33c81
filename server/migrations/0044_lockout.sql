-- When somebody else may have had the account: a browser counts as its owner's only if it signed in after that.
alter table app_user add column devices_distrusted_at timestamptz;

-- Tries at what can be guessed, counted by account and place, by account, by place, and by known device. The count drains
-- with time; `open_at` is when one more try passes by waiting.
create table pace (
  bucket text primary key,
  hits double precision not null default 0,
  touched_at timestamptz not null default clock_timestamp(),
  open_at timestamptz
);

-- Proofs of work that were used, each once.
create table spent_work (
  hash text primary key,
  expires_at timestamptz not null
);
create index spent_work_expires on spent_work (expires_at);

-- What the secret of a link is derived from with the server's key, so that the same link can be mailed again.
alter table mail_token add column seed text;
