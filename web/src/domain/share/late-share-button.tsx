import type { ComponentProps } from 'react';
import { clientOnly } from '../../platform/lazy/client-only.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import type { ShareButton } from './share-button.tsx';

const Part = clientOnly<ComponentProps<typeof ShareButton>>(
  async () => (await import('./share-button.tsx')).ShareButton,
);

/** The button that shares a page. Its script loads after the first view; an empty place of its size is kept until then. */
export const LateShareButton = (props: ComponentProps<typeof ShareButton>) => (
  <Part
    {...props}
    fallback={<span aria-hidden className={buttonClass('icon', 'small', cx('noscript:hidden', props.className))} />}
  />
);
