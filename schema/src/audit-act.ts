/** Every recorded act of an admin, as `subject.verb`; each has words under `admin.act`. */
export const AUDIT_ACTS = [
  'user.role',
  'user.block',
  'user.unblock',
  'category.add',
  'category.edit',
  'category.order',
  'category.remove',
  'currency.add',
  'currency.edit',
  'currency.order',
  'network.add',
  'network.edit',
  'network.order',
  'job.retry',
  'moderation.hide',
  'moderation.restore',
  'moderation.dismiss',
  'moderation.note',
  'moderation.feature',
] as const;
/** The subjects of acts. */
export const AUDIT_SUBJECTS = [
  'user',
  'category',
  'currency',
  'network',
  'token',
  'collection',
  'report',
  'job',
] as const;
