import { useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormFailure } from '../auth/form-failure.tsx';
import { type Area, cut, type Shape, SHAPES } from './crop.ts';

const ZOOM_MAX = 4;

/** Chooses the visible part of a picture: by dragging, pinching, the wheel, or the keyboard. */
export const CropDialog = ({
  url,
  shape,
  onCut,
  onClose,
}: {
  url: string;
  shape: Shape;
  onCut: (file: File) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [area, setArea] = useState<Area>();
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const slider = useRef<HTMLInputElement>(null);
  const use = async () => {
    if (!area) return;
    setBusy(true);
    setFailed(false);
    try {
      onCut(await cut(url, area, shape));
    } catch {
      setFailed(true);
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`settings.crop.${shape}`)}
      description={t('settings.crop.text')}
      size="large"
      isSticky
      initialFocus={slider}
      footer={
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outlined" onClick={onClose}>
            {t('settings.cancel')}
          </Button>
          <Button isBusy={isBusy} onClick={() => void use()}>
            {t('settings.crop.use')}
          </Button>
        </div>
      }
    >
      <div className="flex flex-col gap-4 pb-4">
        <div className="relative h-72 overflow-hidden rounded-2xl bg-ink-950 fluid:h-96">
          <Cropper
            // Its styles come as a file above: the content security policy refuses style elements created by scripts.
            disableAutomaticStylesInjection
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={SHAPES[shape].aspect}
            cropShape={shape === 'avatar' ? 'round' : 'rect'}
            showGrid={false}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropAreaChange={(_share, pixels) => setArea(pixels)}
            cropperProps={{ role: 'group', 'aria-label': t('settings.crop.area') }}
            mediaProps={{ alt: '' }}
          />
        </div>
        <label className="flex items-center gap-4 text-sm font-medium text-ink-200">
          {t('settings.crop.zoom')}
          <input
            ref={slider}
            type="range"
            min={1}
            max={ZOOM_MAX}
            step={0.02}
            value={zoom}
            onChange={(event) => setZoom(Number(event.target.value))}
            className="h-6 min-w-0 flex-1 rounded-lg accent-gold-400"
          />
        </label>
        <FormFailure words={hasFailed ? t('settings.crop.failed') : undefined} />
      </div>
    </Dialog>
  );
};
