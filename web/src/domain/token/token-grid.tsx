import type { Token } from '@skarb/schema/token';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../ui/class-name.ts';
import { TokenCard, TokenCardSkeleton } from './token-card.tsx';

const columns = {
  /** Beside a column of filters. */
  narrow: 'grid-cols-2 tablet:grid-cols-2 fluid:grid-cols-3 desktop:grid-cols-4',
  wide: 'grid-cols-2 tablet:grid-cols-3 wide:grid-cols-4 desktop:grid-cols-5',
  four: 'grid-cols-2 wide:grid-cols-4',
};

/** The grid of cards; arrow keys move between them. */
const Frame = ({
  label,
  width,
  children,
  isFaded,
}: {
  label: string;
  width: keyof typeof columns;
  children: ReactNode;
  isFaded?: boolean;
}) => {
  const list = useRef<HTMLUListElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith('Arrow') || !(event.target as HTMLElement).matches('a[data-card]')) return;
    const cards = [...(list.current?.querySelectorAll<HTMLElement>('a[data-card]') ?? [])];
    const at = cards.indexOf(event.target as HTMLElement);
    const across = list.current ? getComputedStyle(list.current).gridTemplateColumns.split(' ').length : 1;
    const to = at + ({ ArrowRight: 1, ArrowLeft: -1, ArrowDown: across, ArrowUp: -across }[event.key] ?? 0);
    if (!cards[to]) return;
    event.preventDefault();
    cards[to].focus();
  };
  return (
    // The list only hands the keys of its links on; each link works without it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      ref={list}
      aria-label={label}
      onKeyDown={onKeyDown}
      className={cx(
        'grid gap-x-3 gap-y-7 transition-opacity fluid:gap-x-6 fluid:gap-y-10',
        columns[width],
        isFaded && 'opacity-50',
      )}
    >
      {children}
    </ul>
  );
};

/** How many cards are in the first viewport: their pictures load first. */
const FIRST = 2;

type Props = {
  label: string;
  tokens: readonly Token[];
  width?: keyof typeof columns;
  /** Placeholders after the cards. */ coming?: number;
  isFaded?: boolean;
  isFirst?: boolean;
};

/** Tokens in a grid. */
export const TokenGrid = ({ label, tokens, width = 'wide', coming = 0, isFaded, isFirst = true }: Props) => (
  <Frame label={label} width={width} isFaded={isFaded}>
    {tokens.map((token, index) => (
      <li key={token.uuid}>
        <TokenCard token={token} isFirst={isFirst && index < FIRST} />
      </li>
    ))}
    {Array.from({ length: coming }, (_, index) => (
      <li key={`coming-${index}`} aria-hidden>
        <TokenCardSkeleton />
      </li>
    ))}
  </Frame>
);
