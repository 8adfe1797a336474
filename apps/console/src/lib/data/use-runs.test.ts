// @vitest-environment happy-dom
import type { Run } from '@bowerbird/contract/runs';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followRuns, runKeys } from './use-runs.tsx';

const id = '01900000-0000-7000-8000-000000000101';

function run(version: number, done: number): Run {
  return {
    id,
    kind: 'collect',
    state: 'running',
    title: 'glade-home.example',
    done,
    total: 10,
    failed: 0,
    secondsLeft: null,
    fault: null,
    goesOnAt: null,
    createdBy: null,
    createdAt: '2026-11-20T12:00:00Z',
    startedAt: null,
    endedAt: null,
    version,
    exportFileId: null,
  };
}

const fetched = vi.fn<typeof fetch>();
const answers = (version: number, done: number) =>
  fetched.mockResolvedValueOnce(Response.json({ data: run(version, done) }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetched.mockReset();
});

describe('following runs', () => {
  it('reads a changed run once for many changes, and puts a new one into the tray', async () => {
    const cache = new QueryClient();
    cache.setQueryData<Run[]>(runKeys.current, []);
    const follower = followRuns(cache);
    answers(3, 7);

    follower.changed(id, 1);
    follower.changed(id, 2);
    follower.changed(id, 3);
    await vi.advanceTimersByTimeAsync(1000);

    expect(fetched).toHaveBeenCalledTimes(1);
    expect(cache.getQueryData<Run[]>(runKeys.current)?.map(({ done }) => done)).toEqual([7]);
  });

  it('never shows an older state over a newer one', async () => {
    const cache = new QueryClient();
    cache.setQueryData<Run[]>(runKeys.current, [run(5, 9)]);
    cache.setQueryData<Run>(runKeys.one(id), run(5, 9));
    const follower = followRuns(cache);
    answers(4, 6);

    follower.changed(id, 5);
    await vi.advanceTimersByTimeAsync(1000);
    expect(fetched).not.toHaveBeenCalled();
    follower.changed(id, 6);
    await vi.advanceTimersByTimeAsync(1000);

    expect(cache.getQueryData<Run>(runKeys.one(id))?.done).toBe(9);
    expect(cache.getQueryData<Run[]>(runKeys.current)?.[0]?.done).toBe(9);
  });

  it('reads the details that a page keeps under the run again', async () => {
    const cache = new QueryClient();
    const details = [...runKeys.one(id), 'collect'];
    cache.setQueryData(details, { slices: 1 });
    answers(2, 3);

    followRuns(cache).changed(id, 2);
    await vi.advanceTimersByTimeAsync(1000);

    expect(cache.getQueryState(details)?.isInvalidated).toBe(true);
  });
});
