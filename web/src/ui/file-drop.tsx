import { Upload, X } from 'lucide-react';
import { useRef, useState, type ReactNode, type Ref } from 'react';
import { useTranslation } from '../platform/i18n/use-translation.ts';
import { buttonClass } from './button.tsx';
import { cx } from './class-name.ts';
import { useFileUrl } from './use-file-url.ts';
import { FieldFrame, type FieldFrameProps } from './field-frame.tsx';

type Props = FieldFrameProps & {
  value: File | null;
  onValueChange: (file: File | null) => void;
  /** MIME types or endings, as in `<input accept>`. */
  accept: string;
  /** A text that says which files are accepted. */
  note?: ReactNode;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
  name?: string;
  /** The picture to replace, e.g. the current avatar. */
  currentUrl?: string | null;
  frameClassName?: string;
};

/** A file to drop, pick or paste, with a preview unless it is refused. Does not validate; use with `Controller`. */
export const FileDrop = ({
  value,
  onValueChange,
  accept,
  note,
  onBlur,
  ref,
  name,
  currentUrl,
  frameClassName,
  ...frame
}: Props) => {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement | null>(null);
  const isRefused = value !== null && !!frame.error;
  const url = useFileUrl(isRefused ? null : value);
  const kind = isRefused ? undefined : value?.type.split('/')[0];
  const picture = value ? (kind === 'image' ? url : undefined) : (currentUrl ?? undefined);
  return (
    <FieldFrame {...frame}>
      {(aria) => (
        <div
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            onValueChange(event.dataTransfer.files[0] ?? value);
          }}
          onPaste={(event) => {
            const file = event.clipboardData.files[0];
            if (file) onValueChange(file);
          }}
          className={cx(
            'relative flex min-h-40 items-center justify-center overflow-hidden rounded-2xl border border-dashed bg-ink-900 transition-colors focus-within:border-gold-400 hover:border-ink-400',
            isOver ? 'border-gold-400 bg-ink-800' : frame.error ? 'border-red-400' : 'border-ink-700',
            frameClassName,
          )}
        >
          <input
            {...aria}
            ref={(element) => {
              input.current = element;
              if (typeof ref === 'function') ref(element);
              else if (ref) ref.current = element;
            }}
            type="file"
            name={name}
            accept={accept}
            onBlur={onBlur}
            onChange={(event) => onValueChange(event.target.files?.[0] ?? value)}
            className="absolute inset-0 z-10 cursor-pointer opacity-0"
          />
          {picture && <img src={picture} alt="" className="max-h-96 w-full object-contain" />}
          {value && kind === 'video' && <video src={url} muted autoPlay loop playsInline className="max-h-96 w-full" />}
          {value && kind === 'audio' && <audio src={url} controls className="relative z-20 mx-4 my-14 w-full" />}
          {!picture && kind !== 'video' && kind !== 'audio' && (
            <div className="flex flex-col items-center gap-2 p-6 text-center text-balance">
              <Upload aria-hidden className="size-6 text-ink-400" />
              <span className="font-medium text-ink-50">{value ? value.name : t('app.dropFile')}</span>
              {note && <span className="text-sm text-ink-400">{note}</span>}
            </div>
          )}
          {value && (
            <button
              type="button"
              aria-label={t('app.removeFile')}
              onClick={() => {
                if (input.current) input.current.value = '';
                onValueChange(null);
              }}
              className={buttonClass('icon', 'small', 'absolute right-2 top-2 z-20 bg-ink-950/80')}
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </div>
      )}
    </FieldFrame>
  );
};
