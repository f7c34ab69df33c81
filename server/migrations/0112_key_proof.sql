-- A wallet signs a message of its own purpose before it becomes a key of a smart account.
alter table siwe_nonce drop constraint siwe_nonce_purpose_check;
alter table siwe_nonce add constraint siwe_nonce_purpose_check
  check (purpose in ('signIn', 'link', 'stepUp', 'addKey', 'signInOrLink'));
