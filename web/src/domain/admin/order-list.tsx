import { Info, Pencil } from 'lucide-react';
import type { ReactNode } from 'react';
import * as adminCalls from '@skarb/schema/calls/admin';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { call } from '../../platform/http/api.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Switch } from '../../ui/check.tsx';
import { MoveButtons, moved } from '../../ui/move-buttons.tsx';
import { useAct } from './use-act.ts';

export type OrderRow = {
  uuid: string;
  name: string;
  /** Shown below the name. */
  note: ReactNode;
  isEnabled: boolean;
  /** Why it cannot be switched off, if it cannot. */
  fixedWords?: string | undefined;
  /** Names the button, if there is nothing to edit. */
  detailsWords?: string | undefined;
};

const CALLS = {
  category: { order: adminCalls.orderCategories, edit: adminCalls.editCategory },
  currency: { order: adminCalls.orderCurrencies, edit: adminCalls.editCurrency },
  network: { order: adminCalls.orderNetworks, edit: adminCalls.editNetwork },
};

/** Rows that an admin can reorder, switch on and off, and edit. Pages show them in this order. */
export const OrderList = ({
  kind,
  rows,
  onEdit,
}: {
  kind: 'category' | 'currency' | 'network';
  rows: readonly OrderRow[];
  onEdit: (uuid: string) => void;
}) => {
  const { t } = useTranslation();
  const { act, isBusy } = useAct({ isToast: true });
  const uuids = rows.map((row) => row.uuid);
  return (
    <ol className="divide-y divide-ink-800 rounded-2xl bg-ink-900">
      {rows.map(({ uuid, name, note, isEnabled, fixedWords, detailsWords }, index) => (
        <li key={uuid} className="flex items-center gap-3 px-3 py-3 fluid:gap-4 fluid:px-5">
          <MoveButtons
            name={name}
            index={index}
            count={rows.length}
            isBusy={isBusy}
            onMove={(by) => void act(() => call(CALLS[kind].order, { body: { uuids: moved(uuids, index, by) } }))}
            className="flex-col fluid:-ml-2 fluid:flex-row"
          />
          <div className="min-w-0 flex-1">
            <p className={isEnabled ? 'font-medium text-ink-50' : 'font-medium text-ink-400'}>{name}</p>
            <div className="text-sm text-ink-400 wrap-anywhere">{note}</div>
          </div>
          <div className="flex shrink-0 items-center gap-2 fluid:gap-3">
            <div title={fixedWords}>
              <Switch
                isOn={isEnabled}
                isDisabled={fixedWords !== undefined && isEnabled}
                onChange={(isOn) =>
                  act(() => call(CALLS[kind].edit, { params: { id: uuid }, body: { isEnabled: isOn } }))
                }
              >
                <span className="sr-only">{t('admin.order.isOn', { name })}</span>
              </Switch>
            </div>
            <button
              type="button"
              aria-label={detailsWords ?? t('admin.order.edit', { name })}
              onClick={() => onEdit(uuid)}
              className={buttonClass('icon', 'small')}
            >
              {detailsWords ? <Info aria-hidden className="size-4" /> : <Pencil aria-hidden className="size-4" />}
            </button>
          </div>
        </li>
      ))}
    </ol>
  );
};

/** The head of such a list: its purpose and the button that adds a row. */
export const ListHead = ({ text, children }: { text: string; children?: ReactNode }) => (
  <div className="mb-5 flex flex-wrap items-end justify-between gap-4">
    <p className="max-w-xl text-ink-200">{text}</p>
    {children}
  </div>
);
