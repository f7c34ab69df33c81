import type { Breeding } from '@skarb/schema/breeding';
import { Sparkles } from 'lucide-react';
import { useInLanguage } from '../../../platform/i18n/use-in-language.ts';
import { useTranslation } from '../../../platform/i18n/use-translation.ts';
import type { NamedStory } from './replay.rules.ts';

/** Each trait of the child, and which parent it comes from. */
export const TraitStories = ({
  stories,
  breeding: { matron, sire },
}: {
  stories: readonly NamedStory[];
  breeding: Pick<Breeding, 'matron' | 'sire'>;
}) => {
  const { t } = useTranslation();
  const own = useInLanguage();
  const from = ({ parent, isHidden, met }: NamedStory): string => {
    if (met !== null) return t('breeding.story.mutation', { met });
    const { name } = own(parent === 'matron' ? matron : sire);
    return t(isHidden ? 'breeding.story.hidden' : 'breeding.story.shown', { name });
  };
  return (
    <dl className="grid grid-cols-1 gap-2 tablet:grid-cols-2 wide:content-start">
      {stories.map((story) => (
        <div key={story.name} data-trait={story.name} className="min-w-0 rounded-xl bg-ink-900 px-4 py-3">
          <dt className="wrap-anywhere text-sm text-ink-400">{story.name}</dt>
          <dd>
            <span className="flex items-center gap-1.5 font-medium text-ink-50">
              {story.value}
              {story.met !== null && <Sparkles aria-hidden className="size-4 text-gold-400" />}
            </span>
            <span className="block text-sm text-ink-200">{from(story)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};
