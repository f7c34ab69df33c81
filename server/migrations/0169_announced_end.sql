-- The end that is announced: a seller may move it by days while there is no bid. Null for those of before, which stay announced.
alter table auction_ending_told add column ends_at timestamptz;
