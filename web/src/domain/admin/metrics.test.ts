import { expect, it } from 'vitest';
import { figuresOf, readMetrics } from './metrics.ts';

const TEXT = `# HELP skarb_http_request_seconds How long
# TYPE skarb_http_request_seconds histogram
skarb_http_request_seconds_bucket{le="0.1",method="GET",route="/api/token",status="200"} 3
skarb_http_request_seconds_sum{method="GET",route="/api/token",status="200"} 0.3
skarb_http_request_seconds_count{method="GET",route="/api/token",status="200"} 3
skarb_http_request_seconds_sum{method="POST",route="/api/offer/:id",status="503"} 0.1
skarb_http_request_seconds_count{method="POST",route="/api/offer/:id",status="503"} 1
process_resident_memory_bytes 123000000
process_start_time_seconds 1763719200
`;

it('reads names, labels and values', () => {
  expect(readMetrics(TEXT)).toContainEqual({
    name: 'skarb_http_request_seconds_count',
    labels: { method: 'GET', route: '/api/token', status: '200' },
    value: 3,
  });
  expect(readMetrics('nonsense\n\n# x')).toEqual([]);
});

it('adds up what the dashboard shows', () =>
  expect(figuresOf(readMetrics(TEXT))).toEqual({
    requests: 4,
    failed: 1,
    refused: 0,
    meanMs: 100,
    memoryMb: 123,
    startedAt: '2025-11-21T10:00:00.000Z',
  }));

it('has no mean before the first request', () => expect(figuresOf([]).meanMs).toBeNull());
