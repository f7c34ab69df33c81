-- The sales of a seller, the newest first: their results in the portfolio, and as before their number on the profile.
drop index history_seller;
create index history_seller on history (from_address, created_at desc, uuid desc) where value_eth is not null;
