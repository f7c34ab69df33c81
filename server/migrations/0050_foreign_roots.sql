-- Committed batches whose root is not the marketplace's, as the worker found them. Nobody can breed until the contract's
-- owner has replaced these roots. Each entry is {batch, root}, with the correct root.
alter table breeding_keeper add column foreign_roots jsonb not null default '[]';
