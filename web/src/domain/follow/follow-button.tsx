import { Check, Pencil, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { useFollow, type Followed } from './use-follow.ts';

/** Follows a person or a collection; changes at once on a press. One's own has the way to its form in that place. */
export const FollowButton = ({
  subject,
  name,
  editPath,
  className,
}: {
  subject: Followed;
  name: string;
  editPath?: string;
  className?: string;
}) => {
  const { t } = useTranslation();
  const toggle = useFollow(subject);
  const { isFollowed } = subject;
  if (isFollowed === null && editPath)
    return (
      <Link to={editPath} className={buttonClass('outlined', 'small', 'min-w-32')}>
        <Pencil aria-hidden className="size-4" />
        {t('create.shape.open')}
      </Link>
    );
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
