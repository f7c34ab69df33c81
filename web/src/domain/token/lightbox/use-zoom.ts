import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { afterKey, type Frame, frameOf, panBy, pinch, type Point, type Size, WHOLE, zoomAt } from './zoom.rules.ts';

/** A press that moves less and ends sooner is a tap. */
const TAP = { px: 8, ms: 300 } as const;
/** What a double tap enlarges to. */
const NEAR = 2.5;
/** How much one pixel of a wheel enlarges. */
const WHEEL = 0.0022;

/** @returns the size of an element, as it changes; undefined before the first measurement */
const useSize = (element: HTMLElement | null): Size | undefined => {
  const [size, setSize] = useState<Size>();
  useLayoutEffect(() => {
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => watch.disconnect();
  }, [element]);
  return size;
};

type Tap = { at: number; x: number; y: number };

/**
 * Zoom and pan of a picture on a stage by wheel, drag, pinch, double tap and keys.
 * @param onTapBeside called for a tap beside the picture
 */
export const useZoom = (picture: Size, onTapBeside: () => void) => {
  // State, not a ref: a dialog renders its content after the effects of this component have run.
  const [stage, setStage] = useState<HTMLDivElement | null>(null);
  const size = useSize(stage);
  const frame: Frame | undefined = size && size.width > 0 && size.height > 0 ? frameOf(picture, size) : undefined;
  const [zoom, setZoom] = useState(WHOLE);
  /** Follows a finger or the wheel at once; keys and buttons move it smoothly. */
  const [isHeld, setHeld] = useState(false);
  const pointers = useRef(new Map<number, Point>());
  const start = useRef<Tap>(undefined);
  const lastTap = useRef<Tap>(undefined);

  const pointOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = stage?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: clientX - box.left - box.width / 2, y: clientY - box.top - box.height / 2 };
  };
  const zoomBy = (factor: number, point: Point = { x: 0, y: 0 }) =>
    frame && setZoom((before) => zoomAt(before, factor, point, frame));

  // Not a React listener: those of wheels are passive, and the browser would zoom the page.
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    setHeld(true);
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
    zoomBy(Math.exp(-event.deltaY * lines * WHEEL * (event.ctrlKey ? 4 : 1)), pointOf(event));
  });
  useEffect(() => {
    stage?.addEventListener('wheel', onWheel, { passive: false });
    return () => stage?.removeEventListener('wheel', onWheel);
  }, [stage]);

  const onTap = (tap: Tap, isOnPicture: boolean) => {
    const before = lastTap.current;
    lastTap.current = tap;
    const isDouble =
      before && tap.at - before.at < TAP.ms && Math.hypot(tap.x - before.x, tap.y - before.y) < 4 * TAP.px;
    if (!isDouble) return isOnPicture || onTapBeside();
    lastTap.current = undefined;
    if (zoom.scale > 1.01) setZoom(WHOLE);
    else zoomBy(NEAR, tap);
  };

  const handlers = {
    onPointerDown: (event: React.PointerEvent<HTMLDivElement>) => {
      if (event.pointerType === 'mouse' && event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const point = pointOf(event);
      pointers.current.set(event.pointerId, point);
      start.current = pointers.current.size === 1 ? { ...point, at: event.timeStamp } : undefined;
    },
    onPointerMove: (event: React.PointerEvent<HTMLDivElement>) => {
      const before = pointers.current.get(event.pointerId);
      if (!before || !frame) return;
      const after = pointOf(event);
      pointers.current.set(event.pointerId, after);
      setHeld(true);
      const [other] = [...pointers.current].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
      setZoom((now) =>
        other
          ? pinch(now, [before, other], [after, other], frame)
          : panBy(now, { x: after.x - before.x, y: after.y - before.y }, frame),
      );
    },
    onPointerUp: (event: React.PointerEvent<HTMLDivElement>) => {
      if (!pointers.current.delete(event.pointerId)) return;
      setHeld(false);
      const from = start.current;
      const point = pointOf(event);
      if (!from || pointers.current.size > 0 || event.timeStamp - from.at > TAP.ms) return;
      if (Math.hypot(point.x - from.x, point.y - from.y) > TAP.px || !frame) return;
      const isOnPicture =
        Math.abs(point.x - zoom.x) * 2 <= frame.fit.width * zoom.scale &&
        Math.abs(point.y - zoom.y) * 2 <= frame.fit.height * zoom.scale;
      onTap({ ...point, at: event.timeStamp }, isOnPicture);
    },
    onPointerCancel: (event: React.PointerEvent<HTMLDivElement>) => {
      pointers.current.delete(event.pointerId);
      setHeld(false);
    },
  };
  /** @returns whether the key was one of the zoom's */
  const onKey = (key: string): boolean => {
    const next = frame && afterKey(zoom, key, frame);
    if (!next) return false;
    setHeld(false);
    setZoom(next);
    return true;
  };
  return { stageRef: setStage, frame, zoom, isHeld, handlers, onKey, zoomBy, reset: () => setZoom(WHOLE) };
};
