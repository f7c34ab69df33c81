-- Whether any account has or had a key: such a key opens no other account without a signature.
create index smart_account_key_hash on smart_account_key (key_hash);
