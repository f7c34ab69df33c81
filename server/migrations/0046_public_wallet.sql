-- A user's wallet becomes visible to others when they first publish or trade something here.
alter table app_user
  add column is_wallet_public boolean not null default false,
  -- For a deleted account: the wallet of its tokens and trades. It cannot sign in to the account.
  add column former_wallet address;

create function show_wallet_of(person uuid) returns void language sql as $$
  update app_user set is_wallet_public = true where uuid = person and not is_wallet_public
$$;
create function show_wallet(wallet text) returns void language sql as $$
  update app_user set is_wallet_public = true where metamask_wallet = wallet and not is_wallet_public
$$;

create function show_creator() returns trigger language plpgsql as $$
begin
  perform show_wallet_of(new.creator_uuid);
  return null;
end $$;
create trigger show_creator after insert on collection for each row execute function show_creator();
create trigger show_creator after insert or update of status on token for each row when (new.status = 'minted') execute function show_creator();

create function show_traders() returns trigger language plpgsql as $$
begin
  perform show_wallet_of(new.maker_uuid);
  perform show_wallet_of(new.taker_uuid);
  return null;
end $$;
create trigger show_traders after insert or update of status, taker_uuid on offer for each row when (new.status <> 'DRAFT') execute function show_traders();

create function show_buyer() returns trigger language plpgsql as $$
begin
  perform show_wallet(new.buyer);
  return null;
end $$;
create trigger show_buyer after insert on purchase for each row execute function show_buyer();

create function show_bidder() returns trigger language plpgsql as $$
begin
  perform show_wallet(new.highest_bidder);
  return null;
end $$;
create trigger show_bidder after insert or update of highest_bidder on auction for each row when (new.highest_bidder is not null) execute function show_bidder();

create function show_breeder() returns trigger language plpgsql as $$
begin
  perform show_wallet(new.breeder);
  return null;
end $$;
create trigger show_breeder after insert or update of number on breeding for each row when (new.number is not null) execute function show_breeder();

create function show_siring_owner() returns trigger language plpgsql as $$
begin
  perform show_wallet(new.owner);
  return null;
end $$;
create trigger show_siring_owner after insert on siring_log for each row when (new.owner is not null) execute function show_siring_owner();

update app_user u set is_wallet_public = true
where exists (select 1 from collection where creator_uuid = u.uuid)
  or exists (select 1 from token where creator_uuid = u.uuid and status = 'minted')
  or exists (select 1 from offer where maker_uuid = u.uuid and status <> 'DRAFT')
  or exists (select 1 from offer where taker_uuid = u.uuid and status <> 'DRAFT')
  or exists (select 1 from purchase where buyer = u.metamask_wallet)
  or exists (select 1 from auction where highest_bidder = u.metamask_wallet)
  or exists (select 1 from breeding where breeder = u.metamask_wallet and number is not null)
  or exists (select 1 from siring_log where owner = u.metamask_wallet);
