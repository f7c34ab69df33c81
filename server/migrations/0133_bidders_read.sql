-- The follower reads the bidders to watch as they change: each block read all of them, 60,000 in a large market.

-- The transaction that read this money from the chain last.
alter table bidder_money add column read_in xid8 not null default pg_current_xact_id();
create index bidder_money_read on bidder_money (read_in);
