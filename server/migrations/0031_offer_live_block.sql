-- A reorg can reopen an ended offer, so the index covers offers in every state.
drop index offer_live_block;
create index offer_live_block on offer (live_block) where live_block is not null;
