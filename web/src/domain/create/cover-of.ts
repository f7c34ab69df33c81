import { typeOf } from './file-check.ts';

/** The longer side of a cover, in pixels: as large as the largest preview. */
const SIDE = 1280;
/** How long a film may take to show a frame. */
const PATIENCE_MS = 10_000;

const event = (target: EventTarget, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    target.addEventListener(name, () => resolve(), { once: true });
    target.addEventListener('error', () => reject(new Error('the file cannot be shown')), { once: true });
    setTimeout(() => reject(new Error('the file took too long')), PATIENCE_MS);
  });

/** The picture on a ground of its own: wallets show covers on white. */
const asFile = async (picture: CanvasImageSource, width: number, height: number): Promise<File> => {
  const scale = Math.min(1, SIDE / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = getComputedStyle(document.documentElement).getPropertyValue('--color-ink-900');
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
  return new File([blob], 'cover.jpg', { type: blob.type });
};

/** A frame from the first third: films often begin in black. */
const frameOf = async (file: File): Promise<File> => {
  const url = URL.createObjectURL(file);
  try {
    const film = document.createElement('video');
    film.muted = true;
    film.preload = 'auto';
    film.src = url;
    await event(film, 'loadeddata');
    if (Number.isFinite(film.duration)) {
      film.currentTime = film.duration / 3;
      await event(film, 'seeked');
    }
    return await asFile(film, film.videoWidth, film.videoHeight);
  } finally {
    URL.revokeObjectURL(url);
  }
};

const viewOf = async (file: File): Promise<File> => {
  const [{ takePicture }, bytes] = await Promise.all([import('../token/model/model-stage.ts'), file.arrayBuffer()]);
  return takePicture(bytes, SIDE, (canvas) => asFile(canvas, SIDE, SIDE));
};

/** The cover of a video, a frame of it, or of a 3D model; null for another file, and where this browser cannot draw it. */
export const coverOf = async (file: File): Promise<File | null> => {
  const [kind] = typeOf(file).split('/');
  try {
    return kind === 'video' ? await frameOf(file) : kind === 'model' ? await viewOf(file) : null;
  } catch {
    return null;
  }
};
