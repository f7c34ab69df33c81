/** The mark, as in `public/logo.svg`: a chest with a gem in it. */
export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="8 8 48 48" aria-hidden className={className}>
    <g className="fill-gold-400">
      <path d="M8 28v-4C8 15.2 15.2 8 24 8h16c8.8 0 16 7.2 16 16v4h-8L32 12 16 28z" />
      <path d="M8 32h8l16 16 16-16h8v18a6 6 0 0 1-6 6H14a6 6 0 0 1-6-6z" />
      <path d="m32 19 11 11-11 11-11-11z" />
    </g>
    <path d="M32 19 21 30h11z" className="fill-ink-50" opacity=".45" />
    <path d="m32 19 11 11H32z" className="fill-ink-50" opacity=".7" />
    <path d="M32 41 21 30h11z" className="fill-gold-600" />
  </svg>
);
