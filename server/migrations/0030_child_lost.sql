-- A breeding that ends without a child notifies whoever paid for it.
drop trigger note_news on history;
create trigger note_news after insert on history for each row
  when (new.event in ('SOLD', 'BID', 'BID_ACCEPTED', 'OUTBID', 'SETTLED', 'EXPIRED', 'LISTED', 'EDITED', 'BORN', 'SIRED', 'BREEDING_LOST')
    and new.created_at > now() - interval '1 day')
  execute function note_news();
-- No foreign key: creating a notification must not wait for the follower's locks on `breeding`. When the history event is
-- deleted, the notification is deleted too.
alter table notification add column breeding_uuid uuid;
alter table notification drop constraint notification_kind_check, drop constraint notification_about;
alter table notification
  add constraint notification_kind_check check (kind in ('SOLD', 'BOUGHT', 'OUTBID', 'WON', 'OFFER_RECEIVED', 'OFFER_ACCEPTED',
    'OFFER_EXPIRED', 'AUCTION_ENDING', 'PRICE_DROP', 'CHILD_BORN', 'CHILD_LOST', 'SIRING_USED', 'NOTE')),
  add constraint notification_about check (case when kind = 'NOTE' then act is not null and subject_uuid is not null
    when kind = 'CHILD_LOST' then token_uuid is not null and breeding_uuid is not null
    else token_uuid is not null and (offer_type is not null or kind in ('CHILD_BORN', 'SIRING_USED')) end);
