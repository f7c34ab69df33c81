-- Each breeding contract numbers its breedings and batches itself. A newly deployed contract starts at 1, so the key
-- includes the contract.
alter table breeding add column contract address;
update breeding b set contract = l.address from chain_log l
where l.chain_id = b.chain_id and l.block_number = b.bred_block and l.log_index = b.bred_index;
alter table breeding drop constraint breeding_chain_id_number_key;
alter table breeding add constraint breeding_number unique (chain_id, contract, number);

alter table breeding_batch add column contract address;
update breeding_batch b set contract = l.address from chain_log l
where l.chain_id = b.chain_id and l.topics[1] = '0x68e0867601a98978930107aee7f425665e61edd70ca594c68ca5da9e81f84c29' and l.topics[2] = '0x' || lpad(to_hex(b.batch), 64, '0');
delete from breeding_batch where contract is null;
alter table breeding_batch drop constraint breeding_batch_pkey;
alter table breeding_batch add primary key (chain_id, contract, batch);

-- The same for `operator_task.subject`: of kinds `keep`, `hatch` and `lose` the breeding's uuid, of kind `commit`
-- contract/batch.
update operator_task t set subject = b.uuid::text from breeding b
where t.kind in ('keep', 'hatch', 'lose') and t.chain_id = b.chain_id and t.subject = b.number::text;
update operator_task t set subject = b.contract || '/' || t.subject from breeding_batch b
where t.kind = 'commit' and t.chain_id = b.chain_id and t.subject = b.batch::text;
delete from operator_task where kind in ('keep', 'hatch', 'lose', 'commit') and subject ~ '^[0-9]+$';
