/** A small PNG picture as a file. */
export const aPicture = async (name = 'a.png', [width, height] = [64, 64]): Promise<File> => {
  const canvas = new OffscreenCanvas(width as number, height as number);
  const brush = canvas.getContext('2d');
  if (brush) brush.fillStyle = 'teal';
  brush?.fillRect(0, 0, width as number, height as number);
  return new File([await canvas.convertToBlob({ type: 'image/png' })], name, { type: 'image/png' });
};
/** An HTML page with the name of a picture. */
export const aFalsePicture = (): File =>
  new File(['<!doctype html><script>alert(1)</script>'], 'art.png', { type: 'image/png' });
