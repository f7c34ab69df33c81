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
/** A film of a teal ground, recorded by the browser. */
export const aFilm = async (): Promise<File> => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 36 });
  const brush = canvas.getContext('2d') as CanvasRenderingContext2D;
  const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const isOver = new Promise((resolve) => (recorder.onstop = resolve));
  recorder.start();
  for (let frame = 0; frame < 6; frame++) {
    brush.fillStyle = 'teal';
    brush.fillRect(0, 0, 64, 36);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  recorder.stop();
  await isOver;
  return new File(parts, 'film.webm', { type: 'video/webm' });
};
/** The address of two seconds of silence: 8-bit mono PCM in a RIFF (WAV) file. */
export const aSilence = (): string => {
  const samples = 16_000;
  const bytes = new DataView(new ArrayBuffer(44 + samples));
  const write = (at: number, text: string) =>
    [...text].forEach((letter, by) => bytes.setUint8(at + by, letter.charCodeAt(0)));
  write(0, 'RIFF');
  bytes.setUint32(4, 36 + samples, true);
  write(8, 'WAVEfmt ');
  bytes.setUint32(16, 16, true);
  bytes.setUint16(20, 1, true);
  bytes.setUint16(22, 1, true);
  bytes.setUint32(24, 8000, true);
  bytes.setUint32(28, 8000, true);
  bytes.setUint16(32, 1, true);
  bytes.setUint16(34, 8, true);
  write(36, 'data');
  bytes.setUint32(40, samples, true);
  new Uint8Array(bytes.buffer, 44).fill(128);
  return URL.createObjectURL(new Blob([bytes.buffer], { type: 'audio/wav' }));
};
/** A white box as binary glTF. */
export const aModel = async (): Promise<File> => {
  const [{ BoxGeometry, Mesh }, { GLTFExporter }] = await Promise.all([
    import('three'),
    import('three/addons/exporters/GLTFExporter.js'),
  ]);
  const bytes = await new GLTFExporter().parseAsync(new Mesh(new BoxGeometry()), { binary: true });
  return new File([bytes as ArrayBuffer], 'box.glb');
};
/** Words with the name of a film or a model. */
export const aBrokenFile = (name: string, type = ''): File => new File(['notavideo'], name, { type });
