import type { PlatformUse } from '@bowerbird/contract/collect/platforms';
import { listPlatformUse } from '@bowerbird/contract/collect/platforms';
import type { RunKind, RunState } from '@bowerbird/contract/runs';
import { listRunPeople, searchRuns } from '@bowerbird/contract/search';
import type { NewsItem } from '@bowerbird/contract/system/news';
import { listNews } from '@bowerbird/contract/system/news';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { runKeys } from '../../lib/data/use-runs.tsx';

export type ArticleKind = NewsItem['kind'];

export interface RunsRequest {
  text: string;
  kind: RunKind | null;
  state: RunState | 'open' | null;
  by: string[];
}

export const searchKeys = {
  articles: (text: string, kind: ArticleKind | null) => ['search', 'articles', text, kind] as const,
  // Under the runs' own query key, so that changes reload it.
  runs: (request: RunsRequest) => [...runKeys.list('search-page'), request] as const,
  people: ['search', 'people'] as const,
};

const pageSize = '20';

function given<Name extends string, Value extends string>(name: Name, value: Value | null | '') {
  return (value === null || value === '' ? {} : { [name]: value }) as { [K in Name]?: Value };
}

export function useArticles(text: string, kind: ArticleKind | null, enabled: boolean) {
  return usePages(
    searchKeys.articles(text, kind),
    ({ next, signal }) =>
      call(
        listNews,
        {
          query: {
            limit: pageSize,
            ...given('text', text),
            ...given('kind', kind),
            ...next,
          },
        },
        { signal },
      ),
    { placeholderData: keepPreviousData, enabled },
  );
}

export function useFoundRuns(request: RunsRequest, enabled: boolean) {
  return usePages(
    searchKeys.runs(request),
    ({ next, signal }) =>
      call(
        searchRuns,
        {
          query: {
            limit: pageSize,
            ...given('text', request.text),
            ...given('kind', request.kind),
            ...given('state', request.state),
            ...given('by', request.by.join(',')),
            ...next,
          },
        },
        { signal },
      ),
    { placeholderData: keepPreviousData, enabled },
  );
}

export function useRunPeople(enabled: boolean) {
  return useQuery({
    queryKey: searchKeys.people,
    queryFn: ({ signal }) => call(listRunPeople, {}, { signal }),
    enabled,
    staleTime: 60_000,
  });
}

/** Under the menu's own query key: a pinned platform shows here at once. */
export function usePlatformUse(enabled: boolean) {
  return useQuery<PlatformUse[]>({
    queryKey: ['platforms', 'use'],
    queryFn: ({ signal }) => call(listPlatformUse, {}, { signal }),
    enabled,
    staleTime: 60_000,
  });
}
