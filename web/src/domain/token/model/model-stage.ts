import {
  ACESFilmicToneMapping,
  AnimationMixer,
  Box3,
  DirectionalLight,
  HemisphereLight,
  LoadingManager,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  Sphere,
  Spherical,
  Texture,
  TextureLoader,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** What one press of a key does: radians, and a factor of the distance. */
const TURN = Math.PI / 12;
const NEARER = 0.85;
const FIELD_OF_VIEW = 35;
/** Of the distance at which the whole model is visible. */
const DISTANCE = { least: 0.15, most: 4 } as const;
const PIXEL_RATIO_MAX = 2;

/** This browser, or its graphics, cannot draw in three dimensions. */
export class NoGraphics extends Error {
  override name = 'NoGraphics';
}

export type Stage = {
  /** Turns, moves nearer or away, or resets. @returns whether the key was one of these */
  onKey: (key: string) => boolean;
  draw: () => void;
  dispose: () => void;
};

const makeRenderer = (canvas: HTMLCanvasElement): WebGLRenderer => {
  // Asked first: three.js reports a missing context on the console before it throws.
  const context = canvas.getContext('webgl2', { antialias: true, alpha: true });
  if (!context) throw new NoGraphics('no WebGL 2');
  return new WebGLRenderer({ canvas, context });
};

/** Names of renderers without a graphics card: SwiftShader, Mesa's llvmpipe and softpipe, the one of Windows. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;
const isSoftware = (renderer: WebGLRenderer): boolean => {
  const context = renderer.getContext();
  const names = context.getExtension('WEBGL_debug_renderer_info');
  return SOFTWARE.test(String(context.getParameter(names?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER)));
};

/**
 * Lights a scene like a room. Without a graphics card the reflections of a room take half a minute: then by a sky and a
 * lamp near the camera's first place.
 *
 * @returns what frees it
 */
const lightScene = (scene: Scene, renderer: WebGLRenderer): (() => void) => {
  if (isSoftware(renderer)) {
    const lamp = new DirectionalLight(0xffffff, 3);
    lamp.position.set(1, 1.5, 2);
    scene.add(new HemisphereLight(0xffffff, 0x8d8d99, 3), lamp);
    return () => {};
  }
  const room = new PMREMGenerator(renderer);
  const light = room.fromScene(new RoomEnvironment(), 0.04);
  scene.environment = light.texture;
  return () => {
    light.dispose();
    room.dispose();
  };
};

/** Reads a model from its bytes. It may hold its pictures itself; any other address is refused. */
const readModel = async (bytes: ArrayBuffer) => {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => {
    if (/^(blob|data):/.test(url)) return url;
    throw new Error('The model refers to another file');
  });
  const loader = new GLTFLoader(manager);
  loader.register((parser) => {
    // Pictures become <img> elements. The default would fetch them, which the content security policy refuses.
    parser.textureLoader = new TextureLoader(manager);
    return { name: 'pictures-as-elements' };
  });
  return loader.parseAsync(bytes, '');
};

const dispose = (root: Object3D) =>
  root.traverse((part) => {
    const { geometry, material } = part as Partial<Mesh>;
    geometry?.dispose();
    for (const one of [material ?? []].flat()) {
      for (const value of Object.values(one)) if (value instanceof Texture) value.dispose();
      one.dispose();
    }
  });

/**
 * Draws a model on a canvas: whole, lit like a room, turned by drag, pinch, wheel and keys. Draws only when something changes,
 * except while the model's own animation plays.
 * @param isStill plays no animation
 * @param onLost the graphics failed later
 * @throws NoGraphics; Error when the model cannot be read
 */
export const startStage = async (
  canvas: HTMLCanvasElement,
  bytes: ArrayBuffer,
  { isStill, onLost }: { isStill: boolean; onLost: () => void },
): Promise<Stage> => {
  const renderer = makeRenderer(canvas);
  const scene = new Scene();
  const camera = new PerspectiveCamera(FIELD_OF_VIEW);
  // The page scrolls: by a wheel unless the model has the focus, by a finger that moves up or down.
  const passOn = (event: WheelEvent) => {
    if (document.activeElement !== canvas && !event.ctrlKey) event.stopImmediatePropagation();
  };
  canvas.addEventListener('wheel', passOn, true);
  const controls = new OrbitControls(camera, canvas);
  canvas.style.touchAction = 'pan-y';
  // The page decides: a hand.
  canvas.style.cursor = '';
  const darken = lightScene(scene, renderer);
  let mixer: AnimationMixer | undefined;
  const draw = () => renderer.render(scene, camera);
  const watch = new ResizeObserver(() => fit());
  const stop = () => {
    watch.disconnect();
    canvas.removeEventListener('webglcontextlost', onLost);
    canvas.removeEventListener('wheel', passOn, true);
    renderer.setAnimationLoop(null);
    mixer?.stopAllAction();
    dispose(scene);
    darken();
    controls.dispose();
    renderer.dispose();
  };
  const fit = () => {
    const { clientWidth: width, clientHeight: height } = canvas;
    if (width === 0 || height === 0) return;
    renderer.setPixelRatio(Math.min(devicePixelRatio, PIXEL_RATIO_MAX));
    renderer.setSize(width, height, false);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    draw();
  };
  try {
    const { scene: model, animations } = await readModel(bytes);
    renderer.toneMapping = ACESFilmicToneMapping;
    scene.add(model);
    const ball = new Box3().setFromObject(model).getBoundingSphere(new Sphere());
    if (!(ball.radius > 0) || !Number.isFinite(ball.radius)) throw new Error('The model is empty');
    const far = ball.radius / Math.sin((FIELD_OF_VIEW * Math.PI) / 360);
    camera.near = far / 1000;
    camera.far = far * 100;
    controls.target.copy(ball.center);
    controls.minDistance = far * DISTANCE.least;
    controls.maxDistance = far * DISTANCE.most;
    const start = ball.center.clone().add(new Vector3(0.35, 0.25, 1).setLength(far * 1.05));
    const reset = () => {
      camera.position.copy(start);
      controls.update();
    };
    const move = (change: (place: Spherical) => void) => {
      const place = new Spherical().setFromVector3(camera.position.clone().sub(controls.target));
      change(place);
      place.makeSafe();
      camera.position.copy(controls.target).add(new Vector3().setFromSpherical(place));
      controls.update();
    };
    controls.addEventListener('change', draw);
    reset();
    watch.observe(canvas);
    canvas.addEventListener('webglcontextlost', onLost);
    const [clip] = animations;
    if (clip && !isStill) {
      mixer = new AnimationMixer(model);
      mixer.clipAction(clip).play();
      let before: number | undefined;
      renderer.setAnimationLoop((now: number) => {
        mixer?.update(before === undefined ? 0 : (now - before) / 1000);
        before = now;
        draw();
      });
    }
    fit();
    const keys: Record<string, (() => void) | undefined> = {
      ArrowLeft: () => move((place) => void (place.theta -= TURN)),
      ArrowRight: () => move((place) => void (place.theta += TURN)),
      ArrowUp: () => move((place) => void (place.phi -= TURN)),
      ArrowDown: () => move((place) => void (place.phi += TURN)),
      '+': () => move((place) => void (place.radius *= NEARER)),
      '-': () => move((place) => void (place.radius /= NEARER)),
      '0': reset,
    };
    return {
      onKey: (key) => {
        const act = keys[key === '=' ? '+' : key === '_' ? '-' : key];
        act?.();
        return act !== undefined;
      },
      draw,
      dispose: stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
};

/**
 * Draws a model once, as its stage shows it first.
 * @param take reads the canvas; it calls the canvas at once, before the browser clears it
 * @throws NoGraphics; Error when the model cannot be read
 */
export const takePicture = async <T>(
  bytes: ArrayBuffer,
  side: number,
  take: (canvas: HTMLCanvasElement) => T,
): Promise<Awaited<T>> => {
  const canvas = document.createElement('canvas');
  // A stage is as large as its canvas is shown.
  canvas.style.cssText = `position: fixed; visibility: hidden; width: ${side}px; height: ${side}px`;
  canvas.ariaHidden = 'true';
  document.body.append(canvas);
  try {
    const stage = await startStage(canvas, bytes, { isStill: true, onLost: () => {} });
    try {
      stage.draw();
      return await take(canvas);
    } finally {
      stage.dispose();
    }
  } finally {
    canvas.remove();
  }
};
