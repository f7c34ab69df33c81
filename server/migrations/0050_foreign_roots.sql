-- Batches ahead whose secrets are not the marketplace's, as the worker found them: nobody breeds until the owner has
-- replaced their roots. Each is {batch, root}, with the root that belongs there.
alter table breeding_keeper add column foreign_roots jsonb not null default '[]';
