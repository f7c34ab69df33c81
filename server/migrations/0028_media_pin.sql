-- Files that the configured IPFS node has pinned. A row stays after its file is deleted, until the file is unpinned.
create table media_pin (
  cid text primary key,
  pinned_at timestamptz not null default now()
);
