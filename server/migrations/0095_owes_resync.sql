-- Whether the follower left out announcements for which no page has read again yet (batch.ts). In the cursor's row, so that
-- neither a restart nor a head that goes back before the follower has caught up loses it.
alter table chain_cursor add column owes_resync boolean not null default false;
