-- Signed under a counter that the chain has taken back: no log tells of it, so it is read after every reorg.
alter table seaport_order add column is_counter_gone boolean not null default false;
