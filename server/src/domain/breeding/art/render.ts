import sharp, { type Sharp } from 'sharp';

/**
 * Rasterises an SVG drawing to PNG. `longSide` is in pixels; the other side follows from the drawing's aspect ratio.
 */
export function renderPng(svg: string, longSide = 1600): Promise<Buffer> {
  // No "effort" or "quality" here: with either, sharp writes a palette of 256 colours.
  return raster(svg, longSide).png({ compressionLevel: 7, adaptiveFiltering: false }).toBuffer();
}

function raster(svg: string, longSide: number): Sharp {
  const size = /width="([\d.]+)" height="([\d.]+)"/.exec(svg);
  if (!size) throw new TypeError('the drawing does not name its width and height');
  // The density makes librsvg render the vectors at the final size; otherwise sharp would enlarge pixels.
  const density = (72 * longSide) / Math.max(Number(size[1]), Number(size[2]));
  return sharp(Buffer.from(svg), { density, limitInputPixels: 100_000_000 })
    .resize(longSide, longSide, { fit: 'inside' })
    .removeAlpha();
}
