import { getPluginInfo } from '@bowerbird/contract/plugin';
import { beginPairing, listTokens, revokeToken } from '@bowerbird/contract/tokens';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';
import { useTexts } from '../../lib/language.ts';
import { askPlugin, pluginInBrowserKey } from '../../lib/plugin.ts';

export const pluginKeys = {
  info: ['plugin', 'info'] as const,
  /** One's own tokens, as the account's settings keep them, too. */
  tokens: ['account', 'tokens'] as const,
};

/** What the server hands out; asked for again in another language, which the zip holds. */
export function usePluginInfo() {
  const { language } = useTexts();
  return useQuery({
    queryKey: [...pluginKeys.info, language],
    queryFn: ({ signal }) => call(getPluginInfo, {}, { signal }),
  });
}

/** Browsers that were paired, the newest first. `watch`: asked for every few seconds, while one is about to be. */
export function usePairedBrowsers(watch: boolean) {
  return useQuery({
    queryKey: pluginKeys.tokens,
    queryFn: ({ signal }) => call(listTokens, {}, { signal }),
    refetchInterval: watch ? 2000 : false,
    select: (tokens) => tokens.filter(({ kind }) => kind === 'plugin'),
  });
}

export function useRevokeBrowser() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(revokeToken, { params: { id } }),
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: pluginKeys.tokens });
      void cache.invalidateQueries({ queryKey: pluginInBrowserKey });
    },
  });
}

export function useBeginPairing() {
  return useMutation({ mutationFn: () => call(beginPairing) });
}

/** Pairs this very browser in one go: a code from the server, handed to the plugin. Null: the plugin did not answer. */
export function useConnect() {
  const cache = useQueryClient();
  const { language } = useTexts();
  return useMutation({
    mutationFn: async () => {
      const { code } = await call(beginPairing);
      return await askPlugin({ type: 'pair', code, language });
    },
    onSettled: () => {
      void cache.invalidateQueries({ queryKey: pluginKeys.tokens });
      void cache.invalidateQueries({ queryKey: pluginInBrowserKey });
    },
  });
}
