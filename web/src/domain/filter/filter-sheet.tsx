import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { tokenListQuery, type TokenFilter } from '../token/token.query.ts';
import { FilterPanels } from './filter-panels.tsx';
import { countOf, EMPTY_FILTER, type Filter } from './filter-url.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filter: Filter;
  change: (part: Partial<Filter>) => void;
  hasCollections: boolean;
  collectionUuid?: string | undefined;
  /** Filter of the list behind the sheet. */ tokens: TokenFilter;
};

/** The number of tokens in the list behind the sheet, once it has loaded with these filters. */
const useFound = (tokens: TokenFilter) => {
  const { data, isPlaceholderData } = useInfiniteQuery(tokenListQuery(tokens));
  return { meta: data?.pages[0]?.meta, isFound: !!data && !isPlaceholderData };
};

/** The filter panels on a phone: changes apply at once to the list behind the sheet. */
const FilterSheet = ({ open, onOpenChange, filter, change, hasCollections, collectionUuid, tokens }: Props) => {
  const { t } = useTranslation();
  const { meta, isFound } = useFound(tokens);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('token.filter.title')}
      footer={
        <div className="flex gap-3">
          {countOf(filter) > 0 && (
            <Button
              variant="outlined"
              className="flex-1"
              onClick={() => change({ ...EMPTY_FILTER, search: filter.search, sort: filter.sort })}
            >
              {t('token.filter.clear')}
            </Button>
          )}
          <Button className="flex-1" onClick={() => onOpenChange(false)}>
            {isFound && meta?.totalItemsExact !== false
              ? t('token.filter.showCount', { count: meta?.totalItems ?? 0 })
              : t('token.filter.show')}
          </Button>
        </div>
      }
    >
      <FilterPanels filter={filter} change={change} hasCollections={hasCollections} collectionUuid={collectionUuid} />
    </Dialog>
  );
};
export default FilterSheet;
