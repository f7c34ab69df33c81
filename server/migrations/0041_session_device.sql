-- The browser that opened the session, as the hash of its device cookie. Only that browser may repeat a refresh whose answer
-- was lost. Null for clients without cookies.
alter table session add column device_hash text;
