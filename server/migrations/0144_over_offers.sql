-- A withdrawn or cancelled offer asks nothing of anybody any more: the notifications that invite to trade it are read.
drop trigger note_news on history;
create trigger note_news after insert on history for each row
  when (new.event in ('SOLD', 'BID', 'BID_ACCEPTED', 'OUTBID', 'SETTLED', 'EXPIRED', 'LISTED', 'EDITED', 'CANCEL_REQUESTED', 'CANCELLED',
    'BORN', 'SIRED', 'BREEDING_LOST') and new.created_at > now() - interval '1 day')
  execute function note_news();
update notification set read_at = now() from offer
where offer.uuid = notification.offer_uuid and notification.read_at is null
  and notification.kind in ('OFFER_RECEIVED', 'AUCTION_ENDING', 'PRICE_DROP')
  and (offer.status in ('SOLD', 'CANCELLED', 'EXPIRED', 'ENDED') or offer.cancel_requested_at is not null);
