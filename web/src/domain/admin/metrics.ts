/** A line of Prometheus' text format: a name, its labels, a value. */
const LINE = /^([a-z_:][a-z0-9_:]*)(?:\{(.*)\})? (\S+)$/i;

export type Sample = { name: string; labels: Record<string, string>; value: number };

/** Parses Prometheus' text format; other lines are skipped. */
export const readMetrics = (text: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, name, labels = '', value] = LINE.exec(line) ?? [];
    if (!name) return [];
    const pairs = [...labels.matchAll(/\b(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, one]) => [key, one]);
    return [{ name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) }];
  });

/** The dashboard's figures from the metrics of the process that answered. */
export const figuresOf = (samples: readonly Sample[]) => {
  const sum = (name: string, of: (labels: Sample['labels']) => boolean = () => true) =>
    samples.reduce((total, sample) => (sample.name === name && of(sample.labels) ? total + sample.value : total), 0);
  const count = 'skarb_http_request_seconds_count';
  const requests = sum(count);
  const start = sum('process_start_time_seconds');
  return {
    requests,
    failed: sum(count, ({ status }) => (status ?? '').startsWith('5')),
    refused: sum(count, ({ status }) => status === '429'),
    /** Mean in milliseconds; null before the first request. */
    meanMs: requests > 0 ? (sum('skarb_http_request_seconds_sum') / requests) * 1000 : null,
    memoryMb: sum('process_resident_memory_bytes') / 1e6,
    /** When the process started, ISO 8601; null if unknown. */
    startedAt: start > 0 ? new Date(start * 1000).toISOString() : null,
  };
};
