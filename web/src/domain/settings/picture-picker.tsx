import { ImagePlus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { lazyDialog } from '../../platform/lazy/lazy-dialog.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { useFileUrl } from '../../ui/use-file-url.ts';
import { deepFileProblem, IMAGE_ACCEPT } from '../create/file-check.ts';
import { useFieldWord } from '../create/use-field-word.ts';
import type { Shape } from './crop.ts';

const CropDialog = lazyDialog(async () => (await import('./crop-dialog.tsx')).CropDialog);

type Props = {
  shape: Shape;
  /** There is a picture that can be removed. */ hasPicture: boolean;
  onChange: (picture: File | '') => void;
  /** The file's error as text; undefined if there is none. */ onProblem: (words: string | undefined) => void;
  describedBy?: string;
};

/** The buttons that choose and crop a picture, or remove it. */
export const PicturePicker = ({ shape, hasPicture, onChange, onProblem, describedBy }: Props) => {
  const { t } = useTranslation();
  const word = useFieldWord();
  const [chosen, setChosen] = useState<File | null>(null);
  const url = useFileUrl(chosen);
  const choose = async (file: File | undefined) => {
    if (!file) return;
    const problem = await deepFileProblem(file, 'image');
    onProblem(word(problem));
    if (!problem) setChosen(file);
  };
  return (
    <span className="inline-flex gap-2">
      <label className={buttonClass('outlined', 'small', 'relative bg-ink-950/80 focus-within:outline-2')}>
        <ImagePlus aria-hidden className="size-4" />
        <span>{t(`settings.profile.choose.${shape}`)}</span>
        <input
          type="file"
          accept={IMAGE_ACCEPT}
          aria-describedby={describedBy}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // Allows choosing the same file again.
            event.target.value = '';
          }}
        />
      </label>
      {hasPicture && (
        <button
          type="button"
          aria-label={t(`settings.profile.remove.${shape}`)}
          title={t(`settings.profile.remove.${shape}`)}
          className={buttonClass('icon', 'small', 'bg-ink-950/80')}
          onClick={() => {
            onProblem(undefined);
            onChange('');
          }}
        >
          <Trash2 aria-hidden className="size-4" />
        </button>
      )}
      {chosen && url && (
        <CropDialog
          url={url}
          shape={shape}
          onClose={() => setChosen(null)}
          onCut={(file) => {
            setChosen(null);
            onChange(file);
          }}
        />
      )}
    </span>
  );
};
