-- What the worker looks up at rest. Done tasks whose effect a reorg may have reverted: four times a second, each time
-- through all tasks.
create index operator_task_done on operator_task (chain_id, updated_at) where status = 'done';
-- Notifications of an offer that is deleted: each draft that expired read all notifications.
create index notification_offer on notification (offer_uuid) where offer_uuid is not null;
