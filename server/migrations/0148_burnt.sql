-- Addresses that nobody has a key for (schema/src/burn.ts) are no owners. The trigger of collection_owner records the
-- same steps for `holders`, which the next change of a collection's counts adds up.
with gone as (
  delete from collection_owner where owner in ('0x0000000000000000000000000000000000000000',
    '0x000000000000000000000000000000000000dead', '0xdead000000000000000042069420694206942069')
  returning collection_uuid)
update collection set owners = greatest(owners - counted.burners, 0)
from (select collection_uuid, count(*)::int as burners from gone group by 1) counted where counted.collection_uuid = uuid;
