import { useCallback, useEffect, useState, type ComponentType } from 'react';
import { MissingDialog } from './missing-part.tsx';
import { withTimeout } from './with-timeout.ts';

type Closable = { open?: boolean; onClose?: () => void; onOpenChange?: (open: boolean) => void };
const closeOf = ({ onClose, onOpenChange }: Closable): void => (onClose ? onClose() : onOpenChange?.(false));

/**
 * A dialog whose script is loaded when it first opens. If that fails, a message takes its place until it is closed; the
 * dialog opens once another try succeeds, or the connection is back.
 * @param close what closing the message does, for dialogs that have neither `onClose` nor `onOpenChange`
 */
export const lazyDialog = <P extends object>(
  load: () => Promise<ComponentType<P>>,
  close: (props: P) => void = closeOf,
) => {
  let loaded: ComponentType<P> | undefined;
  return (props: P) => {
    const [Part, setPart] = useState(() => loaded);
    const [failures, setFailures] = useState(0);
    const fetchPart = useCallback(
      () =>
        withTimeout(load).then(
          (part) => {
            loaded = part;
            setPart(() => part);
          },
          () => setFailures((count) => count + 1),
        ),
      [],
    );
    useEffect(() => {
      if (!loaded) void fetchPart();
    }, [fetchPart]);
    if (Part) return <Part {...props} />;
    if (failures === 0 || (props as Closable).open === false) return null;
    return <MissingDialog isLost={failures > 1} onRetry={fetchPart} onClose={() => close(props)} />;
  };
};
