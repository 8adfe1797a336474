import type { BodyOf } from '@bowerbird/contract/route';
import type { Article, ArticleKind } from '@bowerbird/contract/system/news';
import {
  createArticle,
  deleteArticle,
  getArticle,
  getNews,
  listArticles,
  listNews,
  publishArticle,
  saveArticle,
  withdrawArticle,
} from '@bowerbird/contract/system/news';
import type { WorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { getWorkplaceConfig } from '@bowerbird/contract/system/workplace-config';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { usePages } from '../../lib/api/use-pages.ts';
import { useTexts } from '../../lib/text/language.ts';

export interface ArticlesFilter {
  kind?: ArticleKind;
  state?: 'draft' | 'live';
  text?: string;
}

export const newsKeys = {
  all: ['news'] as const,
  list: (language: string, kind: ArticleKind, text: string) =>
    ['news', 'list', language, kind, text] as const,
  one: (language: string, id: string) => ['news', 'one', language, id] as const,
  articles: ['articles'] as const,
  table: (language: string, filter: ArticlesFilter) => ['articles', 'list', language, filter] as const,
  article: (id: string) => ['articles', 'one', id] as const,
  config: ['workplace', 'config'] as const,
  /** Everything shown on Workplaces. */
  workplace: ['workplace'] as const,
};

export function useNews(kind: ArticleKind, text: string) {
  const { language } = useTexts();
  return usePages(
    newsKeys.list(language, kind, text),
    ({ next, signal }) =>
      call(
        listNews,
        {
          query: {
            kind,
            limit: '20',
            ...(text === '' ? {} : { text }),
            ...next,
          },
        },
        { signal },
      ),
    { placeholderData: keepPreviousData },
  );
}

export function useNewsArticle(id: string) {
  const { language } = useTexts();
  return useQuery({
    queryKey: newsKeys.one(language, id),
    queryFn: ({ signal }) => call(getNews, { params: { id } }, { signal }),
    retry: false,
  });
}

export function useArticles(filter: ArticlesFilter) {
  const { language } = useTexts();
  return usePages(
    newsKeys.table(language, filter),
    ({ next, signal }) => call(listArticles, { query: { ...filter, limit: '50', ...next } }, { signal }),
    { placeholderData: keepPreviousData },
  );
}

export function useArticle(id: string) {
  return useQuery({
    queryKey: newsKeys.article(id),
    queryFn: ({ signal }) => call(getArticle, { params: { id } }, { signal }),
    retry: false,
    // Not reloaded while it is being edited.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export type ArticleContent = Omit<BodyOf<typeof saveArticle>, 'revision'>;

/** Actions on one article; each returns its new state. */
export function useArticleActions() {
  const cache = useQueryClient();
  const settled = (article: Article) => {
    cache.setQueryData(newsKeys.article(article.id), article);
    void cache.invalidateQueries({ queryKey: [...newsKeys.articles, 'list'] });
    void cache.invalidateQueries({ queryKey: newsKeys.all });
    void cache.invalidateQueries({ queryKey: newsKeys.workplace });
  };
  return {
    create: useMutation({
      mutationFn: (kind: ArticleKind) => call(createArticle, { body: { kind } }),
      onSuccess: settled,
    }),
    save: useMutation({
      mutationFn: ({ id, revision, content }: { id: string; revision: number; content: ArticleContent }) =>
        call(saveArticle, { params: { id }, body: { revision, ...content } }),
      onSuccess: settled,
    }),
    publish: useMutation({
      mutationFn: ({ id, revision }: Pick<Article, 'id' | 'revision'>) =>
        call(publishArticle, { params: { id }, body: { revision } }),
      onSuccess: settled,
    }),
    withdraw: useMutation({
      mutationFn: ({ id, revision }: Pick<Article, 'id' | 'revision'>) =>
        call(withdrawArticle, { params: { id }, body: { revision } }),
      onSuccess: settled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => call(deleteArticle, { params: { id } }),
      onSuccess: () => {
        void cache.invalidateQueries({ queryKey: [...newsKeys.articles, 'list'] });
        void cache.invalidateQueries({ queryKey: newsKeys.all });
        void cache.invalidateQueries({ queryKey: newsKeys.workplace });
      },
    }),
  };
}

export function useWorkplaceConfig() {
  return useQuery({
    queryKey: newsKeys.config,
    queryFn: ({ signal }) => call(getWorkplaceConfig, {}, { signal }),
  });
}

/** Changes what every Workplace shows; the response is the whole configuration. */
export function useConfigChange<Input>(change: (input: Input) => Promise<WorkplaceConfig>) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (config) => {
      cache.setQueryData(newsKeys.config, config);
      void cache.invalidateQueries({ queryKey: [...newsKeys.workplace, 'board'] });
    },
  });
}
