import type { Page } from '@playwright/test';

/** Two seconds of a tone that swells and fades: 16-bit mono PCM in a RIFF (WAV) file. */
export const soundFile = (): Buffer => {
  const rate = 8000;
  const samples = rate * 2;
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  // Each file is unique: the store identifies a file by its bytes.
  const pitch = 220 + (Date.now() % 220);
  for (let at = 0; at < samples; at++) {
    const swell = Math.sin((Math.PI * at) / samples) * (0.6 + 0.4 * Math.sin((9 * Math.PI * at) / samples));
    file.writeInt16LE(Math.round(swell * Math.sin((2 * Math.PI * pitch * at) / rate) * 20_000), 44 + at * 2);
  }
  return file;
};

/** A pyramid with a different colour on each side, as binary glTF 2.0. */
export const modelFile = (): Buffer => {
  const corners = [
    [-1, -1, 1],
    [1, -1, 1],
    [1, -1, -1],
    [-1, -1, -1],
    [0, 1, 0],
  ];
  const sides = [
    [0, 1, 4],
    [1, 2, 4],
    [2, 3, 4],
    [3, 0, 4],
    [0, 3, 2],
    [0, 2, 1],
  ];
  const colours = [
    [0.91, 0.72, 0.29],
    [0.3, 0.76, 0.54],
    [0.42, 0.66, 1],
    [0.95, 0.33, 0.35],
    [0.6, 0.6, 0.6],
    [0.6, 0.6, 0.6],
  ];
  const place = new Float32Array(sides.flatMap((side) => side.flatMap((at) => corners[at] as number[])));
  const colour = new Float32Array(sides.flatMap((side, index) => side.flatMap(() => colours[index] as number[])));
  const bytes = Buffer.concat([Buffer.from(place.buffer), Buffer.from(colour.buffer)]);
  const count = sides.length * 3;
  const accessor = (view: number, extra = {}) => ({
    bufferView: view,
    componentType: 5126,
    count,
    type: 'VEC3',
    ...extra,
  });
  const tree = {
    asset: { version: '2.0', generator: `test ${Date.now()}` },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }],
    accessors: [accessor(0, { min: [-1, -1, -1], max: [1, 1, 1] }), accessor(1)],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: place.byteLength },
      { buffer: 0, byteOffset: place.byteLength, byteLength: colour.byteLength },
    ],
    buffers: [{ byteLength: bytes.length }],
  };
  const text = Buffer.from(JSON.stringify(tree));
  const json = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const head = Buffer.alloc(20);
  head.write('glTF', 0);
  head.writeUInt32LE(2, 4);
  head.writeUInt32LE(12 + 8 + json.length + 8 + bytes.length, 8);
  head.writeUInt32LE(json.length, 12);
  head.write('JSON', 16);
  const chunk = Buffer.alloc(8);
  chunk.writeUInt32LE(bytes.length, 0);
  chunk.write('BIN\0', 4);
  return Buffer.concat([head, json, chunk, bytes]);
};

/** About a second of a light that moves over a dark background, recorded by the browser: WebM, 320 by 180. */
export const filmFile = async (page: Page): Promise<Buffer> => {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 180 });
    const paint = canvas.getContext('2d') as CanvasRenderingContext2D;
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => parts.push(data);
    const over = new Promise((resolve) => (recorder.onstop = resolve));
    recorder.start();
    for (let frame = 0; frame < 24; frame++) {
      paint.fillStyle = '#12141a';
      paint.fillRect(0, 0, 320, 180);
      paint.fillStyle = '#e8b84b';
      paint.beginPath();
      paint.arc(20 + frame * 12, 90, 24, 0, 7);
      paint.fill();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    recorder.stop();
    await over;
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  });
  return Buffer.from(text, 'base64');
};
