-- The browser that requested the mail, as the hash of its device cookie. If another browser opens the link, the password of
-- the registration is discarded: its reader may be somebody else.
alter table mail_token add column device_hash text;
