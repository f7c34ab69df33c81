-- Key that prevents a second mail about the same event: notification_mailed contains it once the mail is written.
alter table notification add column happening text not null default '';
alter table notification alter column happening drop default;

-- Auctions whose ending-soon notification is sent. It is sent once, even if the end moves.
create table auction_ending_told (
  offer_uuid uuid primary key references offer on delete cascade,
  created_at timestamptz not null default now()
);

-- For the mails of the last hour: the number for each user is limited.
create index notification_mailed_time on notification_mailed (user_uuid, created_at);
create index notification_old on notification (created_at);
