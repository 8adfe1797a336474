import type { BodyOf } from '@bowerbird/contract/route';
import type { ProviderSettings } from '@bowerbird/contract/system/provider-settings';
import { getProviderSettings, saveProviderSettings } from '@bowerbird/contract/system/provider-settings';
import type { OperatorPage, OperatorPageName } from '@bowerbird/contract/system/public-pages';
import { getOperatorPage, saveOperatorPage } from '@bowerbird/contract/system/public-pages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { consoleSettingsKey } from '../../../lib/links.ts';

const settingsKey = ['workplace', 'provider'] as const;
const pageKey = (name: OperatorPageName) => ['workplace', 'pages', name] as const;

/** Returns the provider's name, links and pages, for administrators. */
export function useProviderSettings() {
  return useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(getProviderSettings, {}, { signal }),
    // A save by someone else must not replace what is being typed here.
    refetchOnWindowFocus: false,
  });
}

/** Saves name and links; the footer links of this window are updated, too. */
export function useProviderSaving() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveProviderSettings>) => call(saveProviderSettings, { body }),
    onSuccess: (settings: ProviderSettings) => {
      cache.setQueryData(settingsKey, settings);
      void cache.invalidateQueries({ queryKey: consoleSettingsKey });
    },
  });
}

/** Returns one page in all languages. Not reloaded while it is being edited. */
export function useOperatorPage(name: OperatorPageName) {
  return useQuery({
    queryKey: pageKey(name),
    queryFn: ({ signal }) => call(getOperatorPage, { params: { name } }, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** Saves a page as its next version. */
export function usePageSaving(name: OperatorPageName) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (body: BodyOf<typeof saveOperatorPage>) => call(saveOperatorPage, { params: { name }, body }),
    onSuccess: (page: OperatorPage) => {
      cache.setQueryData(pageKey(name), page);
      void cache.invalidateQueries({ queryKey: settingsKey });
      void cache.invalidateQueries({ queryKey: consoleSettingsKey });
      void cache.invalidateQueries({ queryKey: ['pages', name] });
    },
  });
}
