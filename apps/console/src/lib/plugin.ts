import { PluginAnswer, type PluginRequest, pluginId } from '@bowerbird/contract/collect/plugin';
import { useQuery } from '@tanstack/react-query';

/** The browser's API for a page that an extension allows; absent without one. */
interface Runtime {
  lastError?: unknown;
  sendMessage(id: string, message: PluginRequest, answered: (answer: unknown) => void): void;
}

/** Timeouts in milliseconds: an installed plugin answers a ping within this time; other messages take longer. */
const patienceMs = { ping: 500, pair: 20_000, collect: 5000 } as const satisfies Record<
  PluginRequest['type'],
  number
>;

/** Sends a message to the plugin in this browser; null if there is none, or it does not respond. */
export function callPlugin(message: PluginRequest): Promise<PluginAnswer | null> {
  return new Promise((resolve) => {
    const runtime = runtimeOf(globalThis);
    if (runtime === null) {
      resolve(null);
      return;
    }
    const late = setTimeout(() => resolve(null), patienceMs[message.type]);
    const answered = (answer: unknown) => {
      clearTimeout(late);
      // Reads `lastError`: the browser logs an error to its console if nobody reads it.
      const read = runtime.lastError === undefined ? PluginAnswer.safeParse(answer) : undefined;
      resolve(read?.success === true ? read.data : null);
    };
    try {
      runtime.sendMessage(pluginId, message, answered);
    } catch {
      answered(null);
    }
  });
}

function runtimeOf(page: unknown): Runtime | null {
  const { chrome } = page as { chrome?: { runtime?: Partial<Runtime> } };
  const runtime = chrome?.runtime;
  return typeof runtime?.sendMessage === 'function' ? (runtime as Runtime) : null;
}

export const pluginInBrowserKey = ['plugin-in-browser'] as const;

/** Returns the plugin's response in this browser; null: none responds. `watch`: polls for it. */
export function usePluginInBrowser(watch = false) {
  return useQuery({
    queryKey: pluginInBrowserKey,
    queryFn: () => callPlugin({ type: 'ping' }),
    refetchInterval: watch ? 2000 : false,
    staleTime: watch ? 0 : 30_000,
    networkMode: 'always',
  });
}

/** Compares versions: less than 0 if the first is older, more if it is newer. */
export function compareVersions(one: string, other: string): number {
  const [first, second] = [one, other].map((version) => version.split('.').map(Number));
  for (let part = 0; part < Math.max(first?.length ?? 0, second?.length ?? 0); part += 1) {
    const difference = (first?.[part] ?? 0) - (second?.[part] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
