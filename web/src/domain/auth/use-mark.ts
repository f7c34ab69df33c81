import { type MutationOptions, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useTranslation } from '../../platform/i18n/use-translation.ts';
import { errorWords } from '../../platform/http/api-error.ts';
import { hasToken } from '../../platform/lazy/use-has-interacted.ts';
import { withTimeout } from '../../platform/lazy/with-timeout.ts';
import { toast } from '../../ui/toast.tsx';

type Options<Mark> = {
  /** Presses of the same name are saved one after the other. */ name: string;
  isMarked: boolean;
  /** As it is shown now. */ mark: Mark;
  /** As it is shown after a press. */ markOf: (isWanted: boolean) => Mark;
  /** Writes it into the kept queries. */ show: (mark: Mark) => void;
  save: (isWanted: boolean) => Promise<unknown>;
  /** The queries that show it. */ shownIn: readonly QueryKey[];
  /** Queries that follow from it. */ affects: QueryKey;
};

/** What was shown when a mark was pressed, and since when an answer is perhaps from before: 0 if the press stopped a fetch. */
type Pressed<Mark> = { mark: Mark; readAgainAfter: number };

/**
 * A mark that a person sets on a token, a person or a collection, and removes: shown at once, reverted if the server
 * refuses. A visitor is asked to sign in, and sets it then.
 * @returns what a press does
 */
export const useMark = <Mark>({
  name,
  isMarked,
  mark,
  markOf,
  show,
  save,
  shownIn,
  affects,
}: Options<Mark>): (() => void) => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const kept = () => shownIn.flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }));
  const isReading = () => kept().some(({ state }) => state.fetchStatus !== 'idle');
  const options: MutationOptions<unknown, Error, boolean, Pressed<Mark>> = {
    scope: { id: name },
    mutationFn: save,
    onMutate: async (isWanted: boolean) => {
      const readAgainAfter = isReading() ? 0 : Date.now();
      // A running fetch would bring back the old value.
      await Promise.all(shownIn.map((queryKey) => client.cancelQueries({ queryKey })));
      const showWanted = () => show(markOf(isWanted));
      showWanted();
      // An answer that arrives before it is saved does not know it. What was pressed last is shown last. The end of a
      // session removes what was not saved.
      const stop = client.getQueryCache().subscribe((event) => {
        if (client.isMutating({ predicate: ({ options }) => options.scope?.id === name }) === 0) stop();
        else if (event.type === 'updated' && event.action.type === 'success' && !event.action.manual) showWanted();
      });
      return { mark, readAgainAfter };
    },
    onError: (error, _isWanted, pressed) => {
      if (pressed) show(pressed.mark);
      toast.error(errorWords(t, error)[0]);
    },
    onSuccess: () => client.invalidateQueries({ queryKey: affects }),
    onSettled: (_saved, _error, _isWanted, { readAgainAfter } = { mark, readAgainAfter: 0 }) => {
      // Read meanwhile, as after a session is restored: perhaps from before. Or not read, because of the press.
      if (isReading() || kept().some(({ state }) => state.dataUpdatedAt >= readAgainAfter))
        for (const queryKey of shownIn) void client.invalidateQueries({ queryKey });
    },
  };
  // Made by a press, not watched by the button: a list has many of them.
  const change = (isWanted: boolean) =>
    client.getMutationCache().build(client, client.defaultMutationOptions(options)).execute(isWanted);
  const saveAfterSignIn = () =>
    change(true).then(
      // What the sign-in reads again may be from before.
      () => Promise.all(shownIn.map((queryKey) => client.invalidateQueries({ queryKey }))),
      () => undefined,
    );
  return () => {
    if (hasToken()) return void change(!isMarked).catch(() => {});
    // Loaded on demand: most visitors never press it.
    withTimeout(() => import('./auth-dialog.ts')).then(
      ({ openAuth }) => openAuth('participate', { need: 'user', then: () => void saveAfterSignIn() }),
      () => toast.error(t('error.page.chunkText')),
    );
  };
};
