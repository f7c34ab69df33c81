-- A wallet becomes visible by what its owner does. Who pays for a work names its receiver, so a purchase counts only for whoever
-- has asked for one themself in the day before: otherwise anybody could learn whose wallet an address is, by a gift.
alter table app_user add column purchase_asked_at timestamptz;

create or replace function show_traders() returns trigger language plpgsql as $$
begin
  update app_user set is_wallet_public = true where not is_wallet_public and (
    uuid in (select maker_uuid from changed where status <> 'DRAFT'
      union all select taker_uuid from changed where status <> 'DRAFT' and type <> 'SALE')
    or purchase_asked_at > now() - interval '1 day'
      and uuid in (select taker_uuid from changed where status <> 'DRAFT' and type = 'SALE'));
  return null;
end $$;

create or replace function show_buyer() returns trigger language plpgsql as $$
begin
  update app_user set is_wallet_public = true where not is_wallet_public and purchase_asked_at > now() - interval '1 day'
    and metamask_wallet in (select buyer from changed);
  return null;
end $$;
