-- The browser a session was opened in, by the hash of its device cookie: only that browser may repeat a refresh whose
-- answer it lost. Null for clients without cookies.
alter table session add column device_hash text;
