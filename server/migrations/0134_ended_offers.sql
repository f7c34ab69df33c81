-- The offers that have ended without being marked so yet: few, because a job marks them each second. By the statistics of
-- `ends_at` alone they are as many as all that ended before, so that a list of expired offers read all live ones instead of
-- the index of these. The expression has statistics of its own.
drop index offer_expiring;
create index offer_expiring on offer ((case when status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') then ends_at end))
  where status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING');
create statistics offer_expiring on (case when status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING') then ends_at end) from offer;
analyze offer;
