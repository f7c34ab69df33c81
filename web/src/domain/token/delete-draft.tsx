import * as tokenCalls from '@skarb/schema/calls/token';
import type { Token } from '@skarb/schema/token';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { wordsOf } from '../../platform/steps/failure-words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { toast } from '../../ui/toast.tsx';

type Props = {
  token: Pick<Token, 'uuid' | 'name' | 'localization'>;
  /** On a card: a bin instead of words. */
  isOnCard?: boolean;
  onDeleted?: () => void;
};

/** Deletes a draft, after a confirmation. */
export const DeleteDraft = ({ token, isOnCard = false, onDeleted }: Props) => {
  const { t } = useTranslation();
  const { uuid, name } = useInLanguage()(token);
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const deletion = useMutation({
    mutationFn: () => call(tokenCalls.deleteDraft, { params: { id: uuid } }),
    onSuccess: () => {
      setOpen(false);
      toast.success(t('token.draft.deleted', { name }));
      onDeleted?.();
      // The page of the draft itself is left: read again it would be missing.
      for (const queryKey of [['token', 'list'], ['profile']]) void client.invalidateQueries({ queryKey });
    },
  });
  const open = () => {
    deletion.reset();
    setOpen(true);
  };
  return (
    <>
      {isOnCard ? (
        <button
          type="button"
          aria-label={t('token.draft.label', { name })}
          title={t('token.draft.delete')}
          onClick={open}
          className="absolute right-2 top-2 z-10 inline-flex size-9 items-center justify-center rounded-full bg-ink-950/60 text-ink-50 transition-colors hover:bg-ink-950/85 print:hidden"
        >
          <Trash2 aria-hidden className="size-4.5" />
        </button>
      ) : (
        <Button variant="outlined" onClick={open}>
          <Trash2 aria-hidden className="size-4" />
          {t('token.draft.delete')}
        </Button>
      )}
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('token.draft.title', { name })}
        description={t('token.draft.text')}
        size="small"
      >
        <div className="flex flex-col gap-5">
          <FailureNotice words={deletion.error ? wordsOf(t, deletion.error) : undefined} />
          <div className="grid grid-cols-2 gap-3">
            <Button variant="outlined" onClick={() => setOpen(false)}>
              {t('token.draft.keep')}
            </Button>
            <Button isBusy={deletion.isPending} onClick={() => deletion.mutate()}>
              {t('token.draft.act')}
            </Button>
          </div>
        </div>
      </Dialog>
    </>
  );
};
