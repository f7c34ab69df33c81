import { Check, Plus } from 'lucide-react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { useFollow, type Followed } from './use-follow.ts';

/** Follows a person or a collection; changes at once on a press. Keeps its place but not its look for one's own. */
export const FollowButton = ({ subject, name, className }: { subject: Followed; name: string; className?: string }) => {
  const { t } = useTranslation();
  const toggle = useFollow(subject);
  const { isFollowed } = subject;
  const Icon = isFollowed ? Check : Plus;
  return (
    <Button
      variant="outlined"
      size="small"
      aria-pressed={isFollowed ?? false}
      onClick={toggle}
      className={cx('min-w-32', isFollowed && 'bg-ink-800', isFollowed === null && 'invisible', className)}
    >
      <Icon aria-hidden className="size-4" />
      {t(isFollowed ? 'follow.following' : 'follow.follow')}
      <span className="sr-only">{name}</span>
    </Button>
  );
};
