/** The mark: a coffer's diamond in a diamond. Legible at 16 px. */
export const Mark = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden className={className}>
    <path d="M12 0 24 12 12 24 0 12Z" className="fill-gold-400" />
    <path d="M12 6.5 18 12l-6 5.5L6 12Z" className="fill-ink-950" />
    <path d="M12 9.7 14.6 12 12 14.3 9.4 12Z" className="fill-gold-400" />
  </svg>
);
