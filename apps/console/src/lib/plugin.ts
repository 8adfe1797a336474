import { type AskPlugin, PluginAnswer, pluginId } from '@bowerbird/contract/plugin';
import { useQuery } from '@tanstack/react-query';

/** What a browser offers a page that an extension lets in; absent without one. */
interface Runtime {
  lastError?: unknown;
  sendMessage(id: string, message: AskPlugin, answered: (answer: unknown) => void): void;
}

/** A plugin that is there answers a ping within this time; what takes work takes longer. */
const patienceMs = { ping: 500, pair: 20_000, collect: 5000 } as const satisfies Record<
  AskPlugin['type'],
  number
>;

/** Asks the plugin in this browser; null where there is none, or none that answers. */
export function askPlugin(message: AskPlugin): Promise<PluginAnswer | null> {
  return new Promise((resolve) => {
    const runtime = runtimeOf(globalThis);
    if (runtime === null) {
      resolve(null);
      return;
    }
    const late = setTimeout(() => resolve(null), patienceMs[message.type]);
    const answered = (answer: unknown) => {
      clearTimeout(late);
      // The browser complains in its console of a fault that nobody looks at.
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

/** The plugin in this browser as it answers; null: none does. `watch`: looked for again and again. */
export function usePluginInBrowser(watch = false) {
  return useQuery({
    queryKey: pluginInBrowserKey,
    queryFn: () => askPlugin({ type: 'ping' }),
    refetchInterval: watch ? 2000 : false,
    staleTime: watch ? 0 : 30_000,
    networkMode: 'always',
  });
}

/** Less than 0 where the first version is older, more where it is newer. */
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
