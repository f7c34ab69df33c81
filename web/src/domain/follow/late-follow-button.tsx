import type { ComponentProps } from 'react';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import type { FollowButton } from './follow-button.tsx';

const Part = clientOnly<ComponentProps<typeof FollowButton>>(
  async () => (await import('./follow-button.tsx')).FollowButton,
);

/** The button that follows. Its script loads after the first view; an empty place of its size is kept until then. */
export const LateFollowButton = (props: ComponentProps<typeof FollowButton>) => (
  <Part
    {...props}
    fallback={
      <span
        aria-hidden
        className={buttonClass('outlined', 'small', cx('invisible min-w-32 noscript:hidden', props.className))}
      />
    }
  />
);
