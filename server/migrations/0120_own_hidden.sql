-- The hidden works that somebody holds: few, which their own lists add to what everybody sees; see docs/decisions/0032.
create index ownership_owner_hidden on ownership (owner, token_created_at desc, token_uuid desc) where is_hidden;
