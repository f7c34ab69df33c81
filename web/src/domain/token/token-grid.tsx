import { useRef, type CSSProperties, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { cx } from '../../ui/class-name.ts';
import { neighbourOf } from './grid-keys.ts';
import { TokenCard, TokenCardSkeleton } from './token-card.tsx';
import type { ListedToken } from './token.query.ts';

const columns = {
  /** Beside a column of filters. */
  narrow: '[--columns:2] max-[12rem]:[--columns:1] fluid:[--columns:3] desktop:[--columns:4]',
  wide: '[--columns:2] max-[12rem]:[--columns:1] tablet:[--columns:3] wide:[--columns:4] desktop:[--columns:5]',
  four: '[--columns:2] max-[12rem]:[--columns:1] wide:[--columns:4]',
};

/** The grid of cards; arrow keys move between them. */
const Frame = ({
  label,
  width,
  children,
  isFaded,
  isWall,
}: {
  label: string;
  width: keyof typeof columns;
  children: ReactNode;
  isFaded?: boolean;
  isWall?: boolean;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow') || !(event.target as HTMLElement).matches('a[data-card]')) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('a[data-card]') ?? [])];
    const boxes = cards.map((card) => (card.closest('li') ?? card).getBoundingClientRect());
    const to = neighbourOf(boxes, cards.indexOf(event.target as HTMLElement), event.key);
    if (to === undefined) return;
    event.preventDefault();
    cards[to]?.focus();
  };
  return (
    // The list only hands the keys of its links on; each link works without it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx(
        'cards gap-y-7 transition-opacity [--gap:0.75rem] fluid:gap-y-10 fluid:[--gap:1.5rem]',
        columns[width],
        isWall && 'wall',
        isFaded && 'opacity-50',
      )}
    >
      {children}
    </ul>
  );
};

/** How many cards are in the first viewport: their pictures load first. */
const FIRST = 2;

/** Width by height of a card's picture in the view `masonry`: a long strip gets a mat instead of a row of its own. */
const SHAPE = { min: 0.6, max: 2.2 } as const;
const shapeOf = ({ image: { width, height } }: ListedToken): CSSProperties =>
  ({ '--shape': Math.min(SHAPE.max, Math.max(SHAPE.min, width / height)).toFixed(3) }) as CSSProperties;

type Props<T extends ListedToken> = {
  label: string;
  tokens: readonly T[];
  width?: keyof typeof columns;
  /** Placeholders after the cards. */ coming?: number;
  /** The first of them. */ comingRef?: Ref<HTMLLIElement>;
  isFaded?: boolean;
  isFirst?: boolean;
  /** The reader chooses its view (view-switch.tsx). */
  isWall?: boolean;
  /** Why a token is in the list. */
  noteOf?: (token: T) => string | undefined;
};

/** Tokens in a grid; a wall may also be rows in which each work has its own proportions (`.wall` in style.css). */
export const TokenGrid = <T extends ListedToken>({
  label,
  tokens,
  width = 'wide',
  coming = 0,
  comingRef,
  isFaded,
  isFirst = true,
  isWall = false,
  noteOf,
}: Props<T>) => (
  <Frame label={label} width={width} isFaded={isFaded} isWall={isWall}>
    {tokens.map((token, index) => (
      <li key={token.uuid} style={isWall ? shapeOf(token) : undefined}>
        <TokenCard token={token} isFirst={isFirst && index < FIRST} note={noteOf?.(token)} />
      </li>
    ))}
    {Array.from({ length: coming }, (_, index) => (
      // By its place in the list: one that stays is not moved when cards take the place of others.
      <li key={tokens.length + index} ref={index === 0 ? comingRef : undefined} aria-hidden className="print:hidden">
        <TokenCardSkeleton />
      </li>
    ))}
  </Frame>
);
