-- The browser that asked for a mail, by the hash of its device cookie: a click in another one does not make an account shared.
alter table mail_token add column device_hash text;
