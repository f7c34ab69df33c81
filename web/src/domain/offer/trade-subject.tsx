import type { LocalizedName } from '@skarb/schema/localization';
import type { Image } from '@skarb/schema/media';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { Picture } from '../../ui/picture.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

type Props = {
  token: {
    name: string;
    localization?: LocalizedName | undefined;
    image: Image;
    collection: { name: string; isVerified?: boolean };
  };
};

/** The token of a trade dialog: picture, name, collection. */
export const TradeSubject = ({ token }: Props) => {
  const own = useInLanguage();
  return (
    <div className="flex items-center gap-4">
      <Picture image={token.image} alt="" sizes="72px" fit="thumb" className="size-18 shrink-0 rounded-xl" />
      <div className="min-w-0">
        <p dir="auto" className="truncate font-semibold text-ink-50">
          {own(token).name}
        </p>
        <p className="text-sm text-ink-400">
          <MarkedName {...token.collection} />
        </p>
      </div>
    </div>
  );
};

/** The token of a successful trade: whole and large, with a moment of light. */
export const TradeTrophy = ({ token }: { token: Omit<Props['token'], 'collection'> }) => {
  const { name, image } = useInLanguage()(token);
  return (
    <div
      className="mx-auto w-full animate-[unveil_500ms_var(--ease-quiet),gleam_1600ms_ease-out] rounded-2xl"
      style={{ maxWidth: `calc(min(38dvh, 26rem) * ${image.width / image.height})` }}
    >
      <Picture image={image} alt={name} sizes="(min-width: 30rem) 416px, 88vw" hasEdge className="rounded-2xl" />
    </div>
  );
};
