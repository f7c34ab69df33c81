import { Check, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { useFollow, type Followed } from './use-follow.ts';

/** Follows a person or a collection; changes at once on a press. One's own has `own` in its place, or an empty place. */
export const FollowButton = ({
  subject,
  name,
  own,
  className,
}: {
  subject: Followed;
  name: string;
  own?: ReactNode;
  className?: string;
}) => {
  const { t } = useTranslation();
  const toggle = useFollow(subject);
  const { isFollowed } = subject;
  if (isFollowed === null && own) return own;
  const Icon = isFollowed ? Check : Plus;
  const word = t(isFollowed ? 'follow.following' : 'follow.follow');
  return (
    <Button
      variant="outlined"
      size="small"
      aria-pressed={isFollowed ?? false}
      aria-label={t('follow.named', { word, name })}
      onClick={toggle}
      className={cx('min-w-32', isFollowed && 'bg-ink-800', isFollowed === null && 'invisible', className)}
    >
      <Icon aria-hidden className="size-4" />
      {word}
    </Button>
  );
};
