-- For the hourly deletion of followed transactions that no node knew, and of those that nobody signed in for.
create index followed_transaction_passing on followed_transaction (created_at) where status = 'pending' or user_uuid is null;
