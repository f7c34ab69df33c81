-- What a registration's mail says besides its secret, so that it can be sent again: its language, and the path of the site
-- where its link leads on to.
alter table mail_token add column language text, add column next text;
