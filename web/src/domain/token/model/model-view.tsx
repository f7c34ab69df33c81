import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import { useFormats } from '../../../platform/format/format.ts';
import { cx } from '../../../ui/class-name.ts';
import type { Stage } from './model-stage.ts';

type Phase =
  | { name: 'loading'; share: number | null }
  | { name: 'shown' }
  | { name: 'failed'; why: 'graphics' | 'file' | 'network' };

/** Reads a file with its progress. @throws Error when it cannot be loaded */
const fetchBytes = async (url: string, signal: AbortSignal, onShare: (share: number) => void): Promise<ArrayBuffer> => {
  const response = await fetch(url, { signal });
  if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
  const total = Number(response.headers.get('content-length'));
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return new Blob(parts).arrayBuffer();
    parts.push(value);
    bytes += value.length;
    if (total > 0) onShare(Math.min(1, bytes / total));
  }
};

/** A 3D model over its picture. Until it can be shown, and where it cannot, the picture stays visible. */
export const ModelView = ({ url, name, className }: { url: string; name: string; className?: string }) => {
  const { t } = useTranslation();
  const formats = useFormats();
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(undefined);
  const [phase, setPhase] = useState<Phase>({ name: 'loading', share: null });
  useEffect(() => {
    const end = new AbortController();
    const fail = (why: 'graphics' | 'file' | 'network') => !end.signal.aborted && setPhase({ name: 'failed', why });
    const start = async () => {
      const target = canvas.current;
      if (!target) return;
      const [module, bytes] = await Promise.all([
        import('./model-stage.ts'),
        fetchBytes(url, end.signal, (share) => setPhase({ name: 'loading', share })),
      ]).catch(() => {
        fail('network');
        return [];
      });
      if (!module || !bytes || end.signal.aborted) return;
      try {
        const made = await module.startStage(target, bytes, {
          isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
          onLost: () => fail('graphics'),
        });
        if (end.signal.aborted) return made.dispose();
        stage.current = made;
        setPhase({ name: 'shown' });
      } catch (error) {
        fail(error instanceof module.NoGraphics ? 'graphics' : 'file');
      }
    };
    void start();
    return () => {
      end.abort();
      stage.current?.dispose();
      stage.current = undefined;
    };
  }, [url]);
  const isShown = phase.name === 'shown';
  return (
    <div className={cx('overflow-hidden', isShown && 'bg-ink-900', className)} data-model={phase.name}>
      {/* An interactive picture: its keys are described. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <canvas
        ref={canvas}
        role="img"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={isShown ? 0 : -1}
        aria-label={t('work.model.label', { name })}
        aria-hidden={!isShown}
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !stage.current?.onKey(event.key)) return;
          event.preventDefault();
        }}
        className={cx(
          'size-full cursor-grab transition-opacity duration-300 focus-visible:-outline-offset-2 active:cursor-grabbing',
          !isShown && 'opacity-0',
        )}
      />
      {phase.name === 'loading' && (
        <p
          role="status"
          className="num absolute inset-x-0 bottom-4 mx-auto w-fit rounded-full bg-ink-950/85 px-4 py-1.5 text-sm text-ink-50"
        >
          {t('work.model.loading')} {phase.share !== null && formats.percent(Math.round(phase.share * 100) / 100)}
        </p>
      )}
      {phase.name === 'failed' && (
        <p
          role="alert"
          className="absolute inset-x-4 bottom-4 mx-auto max-w-md rounded-2xl bg-ink-950/85 px-4 py-3 text-center text-ink-50"
        >
          {t(`work.model.failed.${phase.why}`)}
        </p>
      )}
    </div>
  );
};
