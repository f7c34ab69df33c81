import type { Exhibition } from '@skarb/schema/exhibition';
import type { FrontPage } from '@skarb/schema/front-page';
import type { ShownWork } from '@skarb/schema/shown-work';
import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { tagOf, writtenText, type Language } from '@skarb/schema/language';
import { useInLanguage } from '../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { path } from '../../platform/route/path.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cx } from '../../ui/class-name.ts';
import { LanguageNote } from '../../ui/language-note.tsx';
import { SharpPicture } from '../../ui/sharp-picture.tsx';
import { Fiat } from '../price/fiat.tsx';
import { Price } from '../price/price.tsx';
import { PersonLink } from '../profile/person.tsx';
import { nameOf } from '@skarb/schema/person-name';
import { Countdown } from '../reference/countdown.tsx';
import { useWorkLink } from '../token/opened-work.ts';
import { beginningOf, sizeOf } from './front.rules.ts';

/** The proportions that the picture of the lead may have: others are shown in a narrower or lower frame. */
const WIDEST = 1.9;
const NARROWEST = 0.6;
/** The height of the lead's picture, and the widest share of the page that it may take. */
const HEIGHT = 'min(38rem, 68svh)';

/** The work, whole, as large as the first view allows: its frame has its own proportions, so that nothing is cut. */
const Art = ({ work, ...link }: { work: ShownWork } & LinkProps) => {
  const ratio = Math.min(WIDEST, Math.max(NARROWEST, work.image.width / work.image.height));
  return (
    <Link
      {...link}
      tabIndex={-1}
      aria-hidden
      className="mx-auto block w-full fluid:mx-0 fluid:min-w-0 fluid:flex-1"
      // No wider than its height allows.
      style={{ maxWidth: `calc(${HEIGHT} * ${ratio.toFixed(3)})` }}
    >
      <SharpPicture
        image={work.image}
        alt=""
        isFirst
        hasEdge
        ratio={ratio}
        sizes="(min-width: 47.5rem) 50vw, 54vw"
        sharpSizes="(min-width: 47.5rem) 50vw, 92vw"
        className="rounded-2xl fluid:rounded-3xl"
      />
    </Link>
  );
};

type FrameProps = {
  eyebrow: string;
  title: string;
  to: string;
  work: ShownWork;
  /** The label of the link. */ action: string;
  children: ReactNode;
};

/** The lead of the first page: the art on one side, what it is on the other. */
const Frame = ({ eyebrow, title, to, work, action, children }: FrameProps) => {
  const { place, link } = useWorkLink<HTMLElement>(useInLanguage()(work), 'lead');
  return (
    <section
      ref={place}
      data-token={work.uuid}
      aria-label={eyebrow}
      className="grid items-center gap-6 fluid:flex fluid:gap-10 wide:gap-16 desktop:gap-24"
    >
      <Art work={work} to={to} {...link} />
      <div className="min-w-0 fluid:w-80 fluid:shrink-0 wide:w-[28rem] desktop:w-[34rem]">
        <p className="text-sm font-semibold text-gold-400">{eyebrow}</p>
        <h2 className="mt-2 text-3xl font-semibold leading-[1.1] tracking-tight text-balance text-ink-50 fluid:mt-3 fluid:text-4xl wide:text-5xl desktop:text-6xl">
          {title}
        </h2>
        {children}
        <Link to={to} {...link} className={buttonClass('contained', 'medium', 'mt-6 fluid:mt-8')}>
          {action}
        </Link>
      </div>
    </section>
  );
};

const By = ({ work }: { work: ShownWork }) => (
  <p className="mt-3 flex items-center gap-2 text-ink-200 fluid:text-lg">
    <PersonLink person={work.creator} />
  </p>
);

/** The price, or the highest bid and the time left. */
const Worth = ({ work }: { work: ShownWork }) => {
  const { t } = useTranslation();
  const { listing, auction } = work;
  const asked = auction ?? listing;
  if (!asked) return null;
  const word = !auction ? 'token.page.price' : auction.bidCount > 0 ? 'offer.auction.highest' : 'offer.auction.reserve';
  return (
    <dl className="mt-6 flex flex-wrap gap-x-10 gap-y-4 fluid:mt-8">
      <div>
        <dt className="text-sm text-ink-400">
          {t(word)}
          {!auction && work.type === 'ERC1155' && ` ${t('token.page.perUnit')}`}
        </dt>
        <dd className="mt-0.5">
          <Price
            isRounded
            amount={asked.price}
            currency={asked.currency}
            className="text-2xl font-semibold text-ink-50"
          />
          <span className="num block min-h-6 text-ink-400">
            <Fiat amount={asked.price} currency={asked.currency} />
          </span>
        </dd>
      </div>
      {auction && (
        <div>
          <dt className="text-sm text-ink-400">{t('offer.auction.endsIn')}</dt>
          <dd className="mt-0.5 min-w-36 text-2xl font-semibold text-ink-50">
            <Countdown to={auction.endsAt} networkUuid={work.networkUuid} />
          </dd>
        </div>
      )}
    </dl>
  );
};

/** The work that leads the page by itself. */
export const FeaturedLead = ({ featured }: { featured: NonNullable<FrontPage['featured']> }) => {
  const { t } = useTranslation();
  const work = useInLanguage()(featured.work);
  return (
    <Frame
      eyebrow={t(`front.lead.${featured.reason}`)}
      title={work.name}
      to={path.token(work.uuid)}
      work={work}
      action={t(work.auction ? 'front.lead.bid' : 'front.lead.open')}
    >
      <By work={work} />
      <p className="mt-4 max-w-md text-ink-200">
        {work.auction && work.auction.bidCount > 0
          ? t('front.lead.bids', { count: work.auction.bidCount, collection: work.collection.name })
          : t('front.lead.from', { collection: work.collection.name })}
      </p>
      <Worth work={work} />
    </Frame>
  );
};

/** A text in the reader's language. */
export const useOwn = () => {
  const { i18n } = useTranslation();
  return (words: Record<Language, string>): string => words[i18n.language as Language] ?? words.en;
};

/** How the text of an exhibition begins, in the reader's language or in the one that it is written in. */
export const TextBeginning = ({ text, className }: { text: Exhibition['text']; className: string }) => {
  const { i18n } = useTranslation();
  const written = writtenText(text, i18n.language);
  return (
    written && (
      <span className={cx('block', className)}>
        <span lang={tagOf(written.language)}>{beginningOf(written.text)}</span>
        <LanguageNote language={written.language} className="mt-1 block" />
      </span>
    )
  );
};

/** An exhibition: of one work as its work, otherwise with its first work as its picture. */
export const ExhibitionLead = ({ exhibition }: { exhibition: Exhibition }) => {
  const { t } = useTranslation();
  const own = useOwn();
  const inOwn = useInLanguage();
  const [work] = exhibition.works;
  if (!work) return null;
  return (
    <Frame
      eyebrow={t('front.exhibition.label')}
      title={own(exhibition.title)}
      to={path.exhibition(exhibition.uuid)}
      work={work}
      action={t('front.exhibition.open')}
    >
      <TextBeginning text={exhibition.text} className="mt-4 max-w-md text-ink-200 fluid:text-lg" />
      <p className="mt-4 text-sm text-ink-400">
        {t('front.exhibition.works', { count: sizeOf(exhibition) })}
        {' · '}
        <span className="text-ink-200">{inOwn(work).name}</span>
        {' · '}
        {nameOf(work.creator)}
      </p>
      {exhibition.offerUuid &&
        (work.auction ? <Worth work={work} /> : <p className="mt-4 text-ink-200">{t('front.exhibition.isOver')}</p>)}
    </Frame>
  );
};
