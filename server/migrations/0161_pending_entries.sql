-- How many pending entries these indexes keep is a setting of the connection: few, because each search reads them, and more while
-- the follower is far behind, which merges them in a third of the time. See docs/decisions/0037.
alter index token_terms reset (gin_pending_list_limit);
alter index offer_terms reset (gin_pending_list_limit);
