import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { Button } from '../../ui/button.tsx';

const ShareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog);

/** Shares a page: by the system's own sheet on phones, otherwise by a dialog. */
export const ShareButton = ({
  to,
  title,
  hasCard = true,
  className,
}: {
  /** The path of the page. */
  to: string;
  title: string;
  /** Whether other sites can show it as a card: visitors see it. */
  hasCard?: boolean;
  className?: string;
}) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpen(true);
  };
  const share = () => {
    if (!('share' in navigator) || !matchMedia('(pointer: coarse)').matches) return open();
    navigator.share({ title, url: location.origin + to }).catch((error: Error) => {
      // Closing the sheet is no failure.
      if (error.name !== 'AbortError') open();
    });
  };
  return (
    <>
      <Button
        variant="icon"
        size="small"
        aria-label={t('share.title')}
        title={t('share.title')}
        onClick={share}
        className={className}
      >
        <Share2 aria-hidden className="size-4.5" />
      </Button>
      {isWanted && <ShareDialog open={isOpen} onOpenChange={setOpen} to={to} title={title} hasCard={hasCard} />}
    </>
  );
};
