-- What a task pays the operator back for its transaction, in wei: an operation of a smart account that pays its own network
-- fee does so by one of its calls.
alter table operator_task add column refund numeric(78, 0) not null default 0 check (refund >= 0);
