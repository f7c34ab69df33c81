import { ApiError } from '@skarb/client';
import { session } from '../../platform/session/use-session.ts';
import { figuresOf, readMetrics } from './metrics.ts';

/** Reads `/api/metrics`, which answers in Prometheus' text format. @throws ApiError */
export const queryOfFigures = async ({ signal }: { signal: AbortSignal }) => {
  const token = session.accessToken;
  const response = await fetch('/api/metrics', {
    signal,
    cache: 'no-store',
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  if (!response.ok) throw new ApiError(response.status, `http.${response.status}`);
  return figuresOf(readMetrics(await response.text()));
};
