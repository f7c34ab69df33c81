-- Steps of a worker that never end: their loops stand still without an error, so an admin must be notified.
create table stalled_step (
  worker_uuid uuid not null,
  step text not null,
  since timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (worker_uuid, step)
);
