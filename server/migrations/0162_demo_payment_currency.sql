-- What the demo card is charged in (local stack), so the currency of demo_payment.price: until now US dollars.
alter table demo_payment add column pay_in text not null default 'USD';
