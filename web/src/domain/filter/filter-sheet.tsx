import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FilterPanels } from './filter-panels.tsx';
import { countOf, EMPTY_FILTER, type Filter } from './filter-url.ts';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  filter: Filter;
  change: (part: Partial<Filter>) => void;
  hasCollections: boolean;
};

/** The filter panels on a phone: changes show behind the sheet at once. */
const FilterSheet = ({ open, onOpenChange, filter, change, hasCollections }: Props) => {
  const { t } = useTranslation();
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
            {t('token.filter.show')}
          </Button>
        </div>
      }
    >
      <FilterPanels filter={filter} change={change} hasCollections={hasCollections} />
    </Dialog>
  );
};
export default FilterSheet;
