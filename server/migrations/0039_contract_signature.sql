-- A contract wallet can revoke a signature at any time (ERC-1271) without a log, so it is checked again.
alter table seaport_order
  add column is_contract_signed boolean not null default false,
  add column is_signature_refused boolean not null default false,
  add column signature_asked_at timestamptz not null default now();
-- A key's signature has 64 or 65 bytes. Some contract wallets use the same length; their first check shows which it is.
update seaport_order s set is_contract_signed = true, signature_asked_at = 'epoch'
where signature is not null and (length(signature) not in (130, 132) or exists (
  select 1 from offer o where o.uuid = s.offer_uuid and o.status in ('SCHEDULED', 'ACTIVE', 'INVALID', 'CANCELLING')));
create index seaport_order_asked on seaport_order (signature_asked_at) where is_contract_signed;
