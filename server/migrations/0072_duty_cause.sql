-- Who causes a duty of the operator when they have no account: the seller of an auction, the breeder. Budgets count by
-- account, or by this address.
alter table operator_task add column cause address;
alter table operator_spend add column cause address;
