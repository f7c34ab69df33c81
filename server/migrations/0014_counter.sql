-- True if the order was signed with a counter that a reorg removed. No log reports this, so the counter is read after each
-- reorg.
alter table seaport_order add column is_counter_gone boolean not null default false;
