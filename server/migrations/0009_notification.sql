-- What makes two mails about something the same one: notification_mailed has it once it is written.
alter table notification add column happening text not null default '';
alter table notification alter column happening drop default;

-- Auctions whose near end was told: once, however often it moves.
create table auction_ending_told (
  offer_uuid uuid primary key references offer on delete cascade,
  created_at timestamptz not null default now()
);

-- Mails of an hour: how many one person gets is bounded.
create index notification_mailed_time on notification_mailed (user_uuid, created_at);
create index notification_old on notification (created_at);
