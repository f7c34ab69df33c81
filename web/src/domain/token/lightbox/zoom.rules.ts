export type Size = { width: number; height: number };
/** Pixels from the middle of the stage. */
export type Point = { x: number; y: number };
/** How a picture is shown: 1 is whole within the stage; `x` and `y` are where its middle is. */
export type Zoom = Point & { scale: number };
/** The stage, and the size of the picture on it at scale 1. */
export type Frame = { stage: Size; fit: Size; max: number };

export const WHOLE: Zoom = { scale: 1, x: 0, y: 0 };
/** A picture can always be enlarged this much, and a large one until each of its pixels covers two. */
const LEAST_MAX = 4;
const MOST_MAX = 32;

/** @param picture in its own pixels @param stage in pixels of the page */
export const frameOf = (picture: Size, stage: Size): Frame => {
  const by = Math.min(stage.width / picture.width, stage.height / picture.height);
  const max = Math.min(MOST_MAX, Math.max(LEAST_MAX, 2 / by));
  return { stage, fit: { width: picture.width * by, height: picture.height * by }, max };
};

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** The nearest zoom that leaves no gap on one side while the picture reaches beyond the other. */
const keepInside = ({ scale, x, y }: Zoom, { stage, fit, max }: Frame): Zoom => {
  const kept = clamp(scale, 1, max);
  const reach = (side: 'width' | 'height') => Math.max(0, (fit[side] * kept - stage[side]) / 2);
  return {
    scale: kept,
    x: clamp(x, -reach('width'), reach('width')),
    y: clamp(y, -reach('height'), reach('height')),
  };
};

/** Enlarges by a factor; the detail under `point` stays under it. */
export const zoomAt = (zoom: Zoom, factor: number, point: Point, frame: Frame): Zoom => {
  const scale = clamp(zoom.scale * factor, 1, frame.max);
  const by = scale / zoom.scale;
  return keepInside({ scale, x: point.x - (point.x - zoom.x) * by, y: point.y - (point.y - zoom.y) * by }, frame);
};

export const panBy = (zoom: Zoom, by: Point, frame: Frame): Zoom =>
  keepInside({ scale: zoom.scale, x: zoom.x + by.x, y: zoom.y + by.y }, frame);

/** Two fingers moved: the detail between them stays between them. */
export const pinch = (zoom: Zoom, before: readonly [Point, Point], after: readonly [Point, Point], frame: Frame) => {
  const middle = ([a, b]: readonly [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const apart = ([a, b]: readonly [Point, Point]) => Math.max(1, Math.hypot(a.x - b.x, a.y - b.y));
  const [from, to] = [middle(before), middle(after)];
  const moved = { ...zoom, x: zoom.x + to.x - from.x, y: zoom.y + to.y - from.y };
  return zoomAt(moved, apart(after) / apart(before), to, frame);
};

/** Pixels that an arrow key moves the picture, as a share of the stage. */
const STEP = 0.15;
/** How much `+` enlarges. */
export const FACTOR = 1.5;

/** @returns the zoom after a key; undefined for keys that do nothing */
export const afterKey = (zoom: Zoom, key: string, frame: Frame): Zoom | undefined => {
  const { width, height } = frame.stage;
  switch (key) {
    case '+':
    case '=':
      return zoomAt(zoom, FACTOR, { x: 0, y: 0 }, frame);
    case '-':
    case '_':
      return zoomAt(zoom, 1 / FACTOR, { x: 0, y: 0 }, frame);
    case '0':
      return WHOLE;
    case 'ArrowLeft':
      return panBy(zoom, { x: width * STEP, y: 0 }, frame);
    case 'ArrowRight':
      return panBy(zoom, { x: -width * STEP, y: 0 }, frame);
    case 'ArrowUp':
      return panBy(zoom, { x: 0, y: height * STEP }, frame);
    case 'ArrowDown':
      return panBy(zoom, { x: 0, y: -height * STEP }, frame);
    default:
      return undefined;
  }
};
