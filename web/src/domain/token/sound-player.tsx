import { Pause, Play, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';
import { letterOf } from '../../ui/letter-of.ts';
import { timeText } from '../../ui/time-text.ts';

/** Seconds that an arrow key moves, and Page Up and Page Down. */
const STEP = 5;
const LEAP = 30;

/** @returns where a key moves to in seconds; undefined for keys that do not move */
export const seekTo = (key: string, now: number, length: number): number | undefined => {
  const by = { ArrowLeft: -STEP, ArrowRight: STEP, PageDown: -LEAP, PageUp: LEAP }[key];
  const to = key === 'Home' ? 0 : key === 'End' ? length : by === undefined ? undefined : now + by;
  return to === undefined || !Number.isFinite(length) ? undefined : Math.min(length, Math.max(0, to));
};

/**
 * A sound's controls below its cover: play, place, mute. Space or K plays, arrows move, M mutes. It loads the sound's length
 * only, and the rest on a press.
 */
export const SoundPlayer = ({ src, name }: { src: string; name: string }) => {
  const { t } = useTranslation();
  const sound = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState({ isPlaying: false, isMuted: false, now: 0, length: Number.NaN });
  const [isBroken, setBroken] = useState(false);
  const read = () => {
    const { current } = sound;
    if (!current) return;
    setState({
      isPlaying: !current.paused,
      isMuted: current.muted,
      now: current.currentTime,
      length: current.duration,
    });
  };
  // The metadata may have loaded before the first render was complete.
  useEffect(read, []);
  const toggle = () => {
    // A play that the browser refuses or that fails leaves the button as it was; `onError` reports a broken file.
    if (state.isPlaying) sound.current?.pause();
    else sound.current?.play().catch(() => {});
  };
  const mute = () => {
    if (sound.current) sound.current.muted = !sound.current.muted;
  };
  const seek = (to: number) => {
    if (sound.current) sound.current.currentTime = to;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = letterOf(event);
    const isOnButton = event.target instanceof HTMLButtonElement;
    const to = seekTo(event.key, state.now, state.length);
    if (to !== undefined) seek(to);
    else if (key === 'm') mute();
    else if (key === 'k' || (key === ' ' && !isOnButton)) toggle();
    else return;
    event.preventDefault();
  };
  const isKnown = Number.isFinite(state.length);
  const place = t('work.sound.place', { now: timeText(state.now), length: timeText(state.length) });
  if (isBroken)
    return (
      <p
        role="alert"
        className="flex min-h-14 items-center justify-center rounded-2xl bg-ink-900 px-4 text-sm text-ink-200"
      >
        {t('work.sound.broken')}
      </p>
    );
  return (
    // The keys of its controls work anywhere in the group.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="group"
      aria-label={name}
      onKeyDown={onKeyDown}
      className="flex min-h-14 items-center gap-3 rounded-2xl bg-ink-900 px-2 max-[19rem]:flex-wrap max-[19rem]:py-2"
    >
      {/* The words of a sound, if it has any, are not known here. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={sound}
        src={src}
        preload="metadata"
        onLoadedMetadata={read}
        onDurationChange={read}
        onTimeUpdate={read}
        onSeeked={read}
        onPlay={read}
        onPause={read}
        onEnded={read}
        onVolumeChange={read}
        onError={() => setBroken(true)}
      />
      <button
        type="button"
        aria-label={t(state.isPlaying ? 'work.sound.pause' : 'work.sound.play')}
        onClick={toggle}
        className="inline-flex size-11 shrink-0 items-center justify-center rounded-full bg-gold-400 text-ink-950 transition-colors hover:bg-gold-400/90 active:bg-gold-600"
      >
        {state.isPlaying ? <Pause aria-hidden className="size-5" /> : <Play aria-hidden className="size-5" />}
      </button>
      <span aria-hidden className="num shrink-0 text-sm text-ink-200">
        {timeText(state.now)}
      </span>
      <input
        type="range"
        min={0}
        max={isKnown ? state.length : 1}
        step="any"
        value={isKnown ? state.now : 0}
        disabled={!isKnown}
        aria-label={t('work.sound.seek')}
        aria-valuetext={place}
        onChange={(event) => seek(Number(event.target.value))}
        className="h-11 min-w-0 flex-1 accent-gold-400 max-[19rem]:min-w-24"
      />
      <span aria-hidden className="num shrink-0 text-sm text-ink-400">
        {timeText(state.length)}
      </span>
      <button
        type="button"
        aria-pressed={state.isMuted}
        aria-label={t('work.sound.mute')}
        onClick={mute}
        className={buttonClass('icon', 'medium', 'shrink-0')}
      >
        {state.isMuted ? <VolumeX aria-hidden className="size-5" /> : <Volume2 aria-hidden className="size-5" />}
      </button>
    </div>
  );
};
