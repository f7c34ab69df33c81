-- Which files the IPFS node of the settings has pinned. A row outlives its file: what was pinned is unpinned when the
-- file is gone.
create table media_pin (
  cid text primary key,
  pinned_at timestamptz not null default now()
);
