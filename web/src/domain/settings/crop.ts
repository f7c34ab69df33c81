/** A part of a picture, in its own pixels. */
export type Area = { x: number; y: number; width: number; height: number };
/** The purpose of a cropped picture: its shape, and the largest useful size. */
export const SHAPES = {
  avatar: { aspect: 1, width: 640, height: 640 },
  background: { aspect: 4, width: 1920, height: 480 },
} as const;
export type Shape = keyof typeof SHAPES;

const QUALITY = 0.9;

const loadPicture = (url: string): Promise<HTMLImageElement> =>
  new Promise((resolve, reject) => {
    const picture = new Image();
    picture.onload = () => resolve(picture);
    picture.onerror = () => reject(new Error('the picture cannot be read'));
    picture.src = url;
  });

/** Crops a picture to at most the largest useful size. @throws Error if the browser cannot draw it */
export const cut = async (url: string, area: Area, shape: Shape): Promise<File> => {
  const picture = await loadPicture(url);
  const most = SHAPES[shape];
  const scale = Math.min(1, most.width / area.width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(area.width * scale));
  canvas.height = Math.max(1, Math.round(area.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
  // Browsers that cannot write WebP write PNG.
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', QUALITY));
  if (!blob) throw new Error('the picture cannot be written');
  return new File([blob], `${shape}.${blob.type === 'image/webp' ? 'webp' : 'png'}`, { type: blob.type });
};
