import { useTranslation } from '../platform/i18n/use-translation.ts';
import { Dialog } from '../ui/dialog.tsx';

/** Every key that the app listens to, by where it works; `app.keys` has what each does. */
const GROUPS = [
  { word: 'everywhere', keys: [['/'], ['?'], ['Esc'], ['Tab']] },
  { word: 'lists', keys: [['←', '↑', '→', '↓'], ['Enter']] },
  {
    word: 'tabs',
    keys: [
      ['←', '→'],
      ['Home', 'End'],
    ],
  },
  { word: 'work', keys: [['+', '−'], ['0'], ['←', '↑', '→', '↓'], ['F']] },
  { word: 'sound', keys: [['K'], ['M'], ['←', '→']] },
  { word: 'fields', keys: [['↑', '↓']] },
] as const;

/** All keys of the app. */
export const KeyboardHelp = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const { t } = useTranslation();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('app.keys.title')} size="large">
      <div
        role="group"
        aria-label={t('app.keys.title')}
        // Where the list is higher than the screen, the arrow keys scroll it: it has nothing else to focus.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="-mx-2 -mb-2 grid gap-x-10 gap-y-6 rounded-lg p-2 focus-visible:-outline-offset-2 fluid:grid-cols-2"
      >
        {GROUPS.map(({ word, keys }) => (
          <section key={word}>
            <h3 className="mb-2 font-semibold text-ink-50">{t(`app.keys.${word}.title`)}</h3>
            <dl className="flex flex-col gap-2 text-sm">
              {keys.map((names, index) => (
                <div key={names.join(' ')} className="flex items-center justify-between gap-4 max-[19rem]:flex-wrap">
                  <dt className="order-last flex shrink-0 gap-1">
                    {names.map((name) => (
                      <kbd
                        key={name}
                        className="min-w-7 rounded-md border border-ink-700 bg-ink-800 px-1.5 py-0.5 text-center font-sans text-xs leading-5 text-ink-50"
                      >
                        {name}
                      </kbd>
                    ))}
                  </dt>
                  <dd className="text-ink-200">{t(`app.keys.${word}.${index + 1}`)}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
};
