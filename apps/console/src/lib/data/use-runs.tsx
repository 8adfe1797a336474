import { getRun, hasEnded, listCurrentRuns, type Run, streamRuns } from '@bowerbird/contract/runs';
import type { QueryClient } from '@tanstack/react-query';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createContext, useContext, useEffect, useState } from 'react';
import { int, object, safeParse, string } from 'zod/mini';
import { addressOf, call } from '../api/call.ts';

/**
 * Cache keys of runs. Everything a page caches under `runKeys.one(id)`, including its own details
 * (`[...runKeys.one(id), 'collect']`), is reloaded with every change of that run.
 */
export const runKeys = {
  all: ['runs'] as const,
  current: ['runs', 'current'] as const,
  list: (filter: unknown) => ['runs', 'list', filter] as const,
  one: (id: string) => ['runs', 'one', id] as const,
};

/** Query key prefix of all notices. */
export const noticesKey = ['notices'] as const;

/** Returns the path of a run's own page. */
export function runPath(id: string): string {
  return `/profile/basic/${id}`;
}

/** Returns the path of an import's own page. */
export function importPath(id: string): string {
  return `/products/import/${id}`;
}

/** Returns where a run is shown: collecting and importing on their own pages, with their products; any other on its run page. */
export function pathOfRun({ id, kind }: Pick<Run, 'id' | 'kind'>): string {
  return kind === 'collect' ? `/collect/product?run=${id}` : kind === 'import' ? importPath(id) : runPath(id);
}

/** Polling interval of progress while the stream is lost, in milliseconds. */
const pollMs = 2000;
/** Changes of one run closer together than this cause a single reload, in milliseconds. */
const gatherMs = 250;

/** Delay before the next attempt after a refused stream, in milliseconds. */
const reconnectMs = 10_000;

const RunEvent = object({ id: string(), version: int() });
const Live = createContext(true);

/** Returns true while changes are streamed; false: progress is polled every two seconds. */
export function useLiveProgress(): boolean {
  return useContext(Live);
}

/** Returns one run, kept up to date. */
export function useRun(id: string | null) {
  const live = useLiveProgress();
  return useQuery({
    queryKey: runKeys.one(id ?? ''),
    queryFn: ({ signal }) => call(getRun, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
    refetchInterval: live ? false : pollMs,
  });
}

/** Returns runs that are running, waiting or have just ended; empty until loaded. */
export function useCurrentRuns(): Run[] {
  const live = useLiveProgress();
  const { data } = useQuery({
    queryKey: runKeys.current,
    queryFn: ({ signal }) => call(listCurrentRuns, {}, { signal }),
    refetchInterval: live ? 60_000 : pollMs,
  });
  return data ?? [];
}

/** Keeps every run up to date from one stream; placed above the tabs, because a hidden tab's effects stop. */
export function RunsProvider({ children }: { children: ReactNode }) {
  const cache = useQueryClient();
  const [live, setLive] = useState(true);

  useEffect(() => {
    const follower = followRuns(cache);
    const listener = listenToRuns({
      onLive: (nowLive) => {
        setLive(nowLive);
        if (nowLive) {
          // Reloads what changed while the stream was disconnected.
          void cache.invalidateQueries({ queryKey: runKeys.all });
          void cache.invalidateQueries({ queryKey: noticesKey });
        }
      },
      onChange: follower.changed,
      onNotice: () => void cache.invalidateQueries({ queryKey: noticesKey }),
    });
    return () => {
      listener.close();
      follower.stop();
    };
  }, [cache]);

  return <Live value={live}>{children}</Live>;
}

interface RunsListener {
  onNotice(): void;
  onLive(live: boolean): void;
  onChange(id: string, version: number): void;
}

/**
 * Opens one stream of changes. A browser reconnects by itself after a lost connection; after a refusal by the server,
 * this function retries.
 */
function listenToRuns({ onLive, onChange, onNotice }: RunsListener): { close(): void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stream: EventSource;

  const connect = () => {
    stream = new EventSource(addressOf(streamRuns), { withCredentials: true });
    stream.addEventListener('open', () => onLive(true));
    stream.addEventListener('error', () => {
      onLive(false);
      if (stream.readyState === EventSource.CLOSED) {
        timer = setTimeout(connect, reconnectMs);
      }
    });
    stream.addEventListener('notice', onNotice);
    stream.addEventListener('run', ({ data }: MessageEvent<string>) => {
      const event = safeParse(RunEvent, parsed(data));
      if (event.success) {
        onChange(event.data.id, event.data.version);
      }
    });
  };

  connect();
  return {
    close() {
      clearTimeout(timer);
      stream.close();
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reloads changed runs, each at most four times a second, and never replaces a newer version by an older one. */
export function followRuns(cache: QueryClient) {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();

  const read = async (id: string) => {
    waiting.delete(id);
    const run = await call(getRun, { params: { id } }).catch(() => null);
    if (run === null) {
      return;
    }
    const before = cache.getQueryData<Run>(runKeys.one(id));
    cache.setQueryData<Run>(runKeys.one(id), (held) => newer(held, run));
    if (run.kind === 'listing' && hasEnded(run) && !(before && hasEnded(before))) {
      // Products show where they are listed.
      void cache.invalidateQueries({ queryKey: ['products'] });
      void cache.invalidateQueries({ queryKey: ['states'] });
    }
    cache.setQueryData<Run[]>(runKeys.current, (held) => (held === undefined ? held : placed(held, run)));
    void cache.invalidateQueries({
      queryKey: runKeys.one(id),
      predicate: ({ queryKey }) => queryKey.length > runKeys.one(id).length,
    });
  };

  return {
    changed(id: string, version: number) {
      const held = cache.getQueryData<Run>(runKeys.one(id));
      if (waiting.has(id) || (held !== undefined && held.version >= version)) {
        return;
      }
      waiting.set(
        id,
        setTimeout(() => void read(id), gatherMs),
      );
    },
    stop() {
      for (const timer of waiting.values()) {
        clearTimeout(timer);
      }
      waiting.clear();
    },
  };
}

function newer(held: Run | undefined, run: Run): Run {
  return held !== undefined && held.version > run.version ? held : run;
}

function placed(held: Run[], run: Run): Run[] {
  return held.some(({ id }) => id === run.id)
    ? held.map((other) => (other.id === run.id ? newer(other, run) : other))
    : [...held, run];
}
