-- Nicknames without their underscores, so that a search for “tarashai” finds “taras_hai”: an underscore is easily
-- forgotten. In the order of characters' codes, which the beginning of a word is looked up in.
create index app_user_joined_nickname on app_user (lower(replace(username, '_', '')) collate "C")
  where is_wallet_public and not is_hidden and username like '%\_%';
