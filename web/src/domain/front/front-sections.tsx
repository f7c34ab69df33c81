import type { Exhibition } from '@skarb/schema/exhibition';
import type { FrontPage } from '@skarb/schema/front-page';
import { useQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { When } from '../../platform/format/when.tsx';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { cx } from '../../ui/class-name.ts';
import { Picture } from '../../ui/picture.tsx';
import { Strip } from '../../ui/strip.tsx';
import { Asked } from '../price/asked.tsx';
import { EventPrice } from '../price/event-price.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { Countdown } from '../reference/countdown.tsx';
import { frontPageQuery } from './front.query.ts';
import { ExhibitionLead, FeaturedLead, TextBeginning, useOwn } from './lead.tsx';
import { MovingCollections } from './moving-collections.tsx';
import { artistOf, Heading, Tile, TILE, TILE_SIZES, Tiles } from './work-tile.tsx';
import { MarkedName } from '../../ui/verified-mark.tsx';

/** @param height a class for about its height: it is laid out when it comes near the window */
const Section = ({ height, children }: { height: string; children: ReactNode }) => (
  // As wide as the window: what is late shows nothing outside of its box, and rows reach to the window's edges.
  <section className={cx('late -mx-4 mt-14 px-4 fluid:-mx-8 fluid:mt-20 fluid:px-8', height)}>{children}</section>
);
/** A row of tiles and its heading; of sales, whose dates have a line of their own on phones. */
const ROW = '[--height:21rem] fluid:[--height:25.25rem]';
const ROW_OF_SALES = '[--height:22.25rem] fluid:[--height:25.25rem]';

const MORE =
  '-mr-2 min-h-10 content-center px-2 text-sm text-ink-200 underline-offset-4 hover:text-ink-50 hover:underline';

/** A few auctions fill the row: as tiles they grow up to this width. */
const AUCTION = cx(TILE, 'grow max-w-[28rem]');

const EndingSoon = ({ works }: { works: FrontPage['endingSoon'] }) => {
  const { t } = useTranslation();
  return (
    <Section height={ROW}>
      <Strip
        heading={<Heading>{t('front.auctions')}</Heading>}
        more={
          <Link to={path.auctions} className={MORE}>
            {t('front.allAuctions')}
          </Link>
        }
      >
        {(className) => (
          <Tiles label={t('front.auctions')} className={className}>
            {works.map((work) => (
              <li key={work.uuid} data-token={work.uuid} className={AUCTION}>
                <Tile
                  work={work}
                  row="auctions"
                  by={artistOf(work)}
                  sizes="(min-width: 64rem) 448px, (min-width: 47.5rem) 240px, 176px"
                >
                  {work.auction && (
                    <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-0.5">
                      <Asked isRounded {...work.auction} className="min-h-11 flex-col" />
                      <span className="inline-flex items-center gap-1.5 text-sm text-ink-200">
                        <Gavel aria-hidden className="size-3.5 text-gold-400" />
                        <Countdown to={work.auction.endsAt} networkUuid={work.networkUuid} isShort />
                      </span>
                    </div>
                  )}
                </Tile>
              </li>
            ))}
          </Tiles>
        )}
      </Strip>
    </Section>
  );
};

const NewArtists = ({ artists }: { artists: FrontPage['newArtists'] }) => {
  const { t } = useTranslation();
  return (
    <Section height="[--height:21rem] fluid:[--height:25.25rem]">
      <Strip
        heading={<Heading>{t('front.artists')}</Heading>}
        more={
          <Link to={path.artists} className={MORE}>
            {t('front.allArtists')}
          </Link>
        }
      >
        {(className) => (
          <Tiles label={t('front.artists')} className={className}>
            {artists.map(({ person, works, image }) => (
              <li key={person.uuid} className={TILE}>
                <Link
                  to={path.publicProfile(person.uuid)}
                  className="group block overflow-hidden rounded-2xl bg-ink-900 transition-colors hover:bg-ink-800"
                >
                  <Picture image={image} alt="" sizes={TILE_SIZES} fit="mat" />
                  <span className="relative -mt-7 block px-4 pb-4">
                    <Avatar src={person.avatar} seed={person.uuid} className="size-14 ring-4 ring-ink-900" />
                    <MarkedName
                      name={nameOf(person)}
                      isVerified={person.isVerified}
                      className="mt-2 font-semibold text-ink-50"
                    />
                    <span className="num block text-sm text-ink-400">{t('collection.items', { count: works })}</span>
                  </span>
                </Link>
              </li>
            ))}
          </Tiles>
        )}
      </Strip>
    </Section>
  );
};

const RecentSales = ({ sales }: { sales: FrontPage['sales'] }) => {
  const { t } = useTranslation();
  return (
    <Section height={ROW_OF_SALES}>
      <Strip
        heading={<Heading>{t('front.sales')}</Heading>}
        more={
          <Link to={path.activity} className={MORE}>
            {t('front.allActivity')}
          </Link>
        }
      >
        {(className) => (
          <Tiles label={t('front.sales')} className={className}>
            {sales.map((sale) => (
              <li key={sale.uuid} className={TILE}>
                <Tile work={sale.token} row="sales" by={t('front.to', { name: nameOf(sale.toUser, sale.to) })}>
                  <div className="flex min-h-11 flex-col items-start gap-x-3 fluid:flex-row fluid:flex-wrap fluid:justify-between">
                    {sale.price && sale.currency && (
                      <span>
                        <EventPrice line={sale} hasMark className="font-semibold text-ink-50" />
                      </span>
                    )}
                    <span className="text-sm text-ink-400">
                      <When at={sale.createdAt} form="past" />
                    </span>
                  </div>
                </Tile>
              </li>
            ))}
          </Tiles>
        )}
      </Strip>
    </Section>
  );
};

/** Exhibitions after the one that leads. */
const MoreExhibitions = ({ exhibitions }: { exhibitions: readonly Exhibition[] }) => {
  const { t } = useTranslation();
  const own = useOwn();
  const isAlone = exhibitions.length === 1;
  return (
    <Section height="[--height:40rem] fluid:[--height:24.5rem] desktop:[--height:27rem]">
      <Heading className="mb-5">{t('front.exhibition.more')}</Heading>
      <ul
        aria-label={t('front.exhibition.more')}
        className={cx('grid gap-5', !isAlone && 'fluid:grid-cols-2', exhibitions.length > 2 && 'wide:grid-cols-3')}
      >
        {exhibitions.map((one) => (
          <li key={one.uuid}>
            <Link
              to={path.exhibition(one.uuid)}
              // Alone it fills the row: the picture on one side, its words on the other.
              className={cx('group block', isAlone && 'fluid:grid fluid:grid-cols-2 fluid:items-center fluid:gap-10')}
            >
              {one.works[0] && (
                <Picture
                  image={one.works[0].image}
                  alt=""
                  sizes="(min-width: 64rem) 32vw, (min-width: 47.5rem) 48vw, 54vw"
                  fit="mat"
                  ratio={4 / 3}
                  className="rounded-2xl"
                />
              )}
              <span className="mt-3 block">
                <span
                  className={cx(
                    'block text-lg font-semibold text-ink-50 underline-offset-4 group-hover:underline',
                    isAlone && 'fluid:text-3xl fluid:tracking-tight',
                  )}
                >
                  {own(one.title)}
                </span>
                {isAlone && <TextBeginning text={one.text} className="mt-3 text-ink-200" />}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
};

/** The first page above its list: what leads it, and what happens. A section without anything to show is left out. */
export const FrontSections = () => {
  const { t } = useTranslation();
  const { data: front } = useQuery(frontPageQuery);
  if (!front) return null;
  const { exhibitions, featured, endingSoon, newArtists, sales, collections } = front;
  const [lead, ...others] = exhibitions;
  return (
    <div className="mb-14 fluid:mb-20">
      {lead ? <ExhibitionLead exhibition={lead} /> : featured && <FeaturedLead featured={featured} />}
      {others.length > 0 && <MoreExhibitions exhibitions={others} />}
      {endingSoon.length > 0 && <EndingSoon works={endingSoon} />}
      {collections.length > 0 && (
        <Section height="[--height:40.75rem] wide:[--height:30rem]">
          <div className="mb-3 flex min-h-10 items-center justify-between gap-x-4 max-[19rem]:flex-wrap">
            <Heading>{t('front.collections')}</Heading>
            <Link to={path.collections} className={MORE}>
              {t('front.allCollections')}
            </Link>
          </div>
          <MovingCollections collections={collections} />
        </Section>
      )}
      {newArtists.length > 0 && <NewArtists artists={newArtists} />}
      {sales.length > 0 && <RecentSales sales={sales} />}
    </div>
  );
};
