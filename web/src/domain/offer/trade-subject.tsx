import type { Image } from '@skarb/schema/media';
import { Picture } from '../../ui/picture.tsx';

/** The token of a trade dialog: picture, name, collection. */
export const TradeSubject = ({ token }: { token: { name: string; image: Image; collection: { name: string } } }) => (
  <div className="flex items-center gap-4">
    <Picture image={token.image} alt="" sizes="72px" ratio={1} className="size-18 shrink-0 rounded-xl" />
    <div className="min-w-0">
      <p className="truncate font-semibold text-ink-50">{token.name}</p>
      <p className="truncate text-sm text-ink-400">{token.collection.name}</p>
    </div>
  </div>
);

/** The token of a successful trade, large. */
export const TradeTrophy = ({ token }: { token: { name: string; image: Image } }) => (
  <div className="mx-auto w-full max-w-60 overflow-hidden rounded-2xl">
    <Picture image={token.image} alt={token.name} sizes="240px" ratio={1} />
  </div>
);
