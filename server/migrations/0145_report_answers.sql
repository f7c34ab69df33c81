-- Who reported something is notified of what became of it.
alter table notification
  drop constraint notification_act_check,
  add constraint notification_act_check check (act in ('NOTE', 'HIDDEN', 'RESTORED', 'REPORT_HIDDEN', 'REPORT_LEFT'));
