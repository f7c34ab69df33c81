-- A reorg can bring back what had ended: it touches offers of its blocks in whatever state they are.
drop index offer_live_block;
create index offer_live_block on offer (live_block) where live_block is not null;
