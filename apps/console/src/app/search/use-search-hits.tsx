import { listStores } from '@bowerbird/contract/listing/stores';
import { queryProducts } from '@bowerbird/contract/products/products';
import type { Run } from '@bowerbird/contract/runs';
import { listRuns } from '@bowerbird/contract/runs';
import { listNews } from '@bowerbird/contract/system/news';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDeferredValue, useEffect, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { runKeys, runPath, useCurrentRuns } from '../../lib/data/use-runs.tsx';
import { useMay } from '../../lib/person/session.ts';
import { runName } from '../../lib/text/sentences/run-name.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Icon, isIconName } from '../../ui/images/icon.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { ProductCell } from '../../ui/table/product-cell.tsx';
import { Text } from '../../ui/text/text.tsx';
import { useNavigation } from '../navigation/navigation-context.ts';
import { useTabs } from '../tabs/tabs-context.ts';
import { looksLikeAddress, pagesMatching, someHolds } from './search-matches.ts';

/** One search result and its target. */
export interface Hit {
  key: string;
  group: string;
  path: string;
  show: ReactNode;
}

/** Returns at most five hits of each group, addresses first; for empty text, the pages opened last. */
export function useHits(typed: string): Hit[] {
  const text = useText();
  const navigation = useNavigation();
  const { state, commands } = useTabs();
  const may = useMay();
  const settled = useDebounced(typed);
  const products = useProductHits(settled);
  const runs = useRunHits(typed);
  const stores = useStoreHits(typed);
  const articles = useArticleHits(settled);

  if (typed === '') {
    return [...state.tabs]
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(0, 5)
      .map((tab) => ({
        key: tab.id,
        group: text('search.recent'),
        path: tab.path,
        show: <PageLine icon="clock" name={commands.titleOf(tab)} />,
      }));
  }
  const address: Hit[] =
    looksLikeAddress(typed) && may('collect', 'add')
      ? [
          {
            key: 'address',
            group: text('search.address'),
            path: `/collect/product?address=${encodeURIComponent(typed)}`,
            show: <PageLine icon="link" name={text('search.recognise', { address: typed })} />,
          },
        ]
      : [];
  const pages = pagesMatching(navigation.menu, typed, (key) => text.named(key)).map(
    ({ entry, group }): Hit => ({
      key: `page-${entry.id}`,
      group: text('search.pages'),
      path: entry.path,
      show: (
        <PageLine
          icon={group?.icon ?? entry.icon}
          name={text.named(entry.title)}
          beside={group === null ? '' : text.named(group.title)}
        />
      ),
    }),
  );
  const all: Hit = {
    key: 'all',
    group: text('search.all.group'),
    path: `/list/search/${may('news', 'query') ? 'article' : 'project'}?q=${encodeURIComponent(typed)}`,
    show: <PageLine icon="search" name={text('search.showAll', { text: typed })} />,
  };
  return [...address, ...pages, ...products, ...runs, ...stores, ...articles, all];
}

function useProductHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const { data } = useQuery({
    queryKey: ['products', 'search', typed],
    queryFn: ({ signal }) =>
      call(queryProducts, { body: { filter: { text: typed.slice(0, 200) }, limit: 5 } }, { signal }),
    enabled: typed !== '' && !looksLikeAddress(typed) && may('products', 'query'),
    placeholderData: keepPreviousData,
  });
  return (typed === '' || looksLikeAddress(typed) ? [] : (data?.items ?? [])).map((row) => ({
    key: row.id,
    group: text('search.products'),
    path: `/products/${row.id}`,
    show: (
      <ProductCell
        title={row.title}
        imageUrl={row.imageUrl}
        sku={row.sku}
        variantCount={row.variantCount}
        size={36}
      />
    ),
  }));
}

/** Returns the news and tutorials that contain the typed text. */
function useArticleHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const wanted = typed !== '' && !looksLikeAddress(typed);
  const { data } = useQuery({
    queryKey: ['search', 'articles', 'dialog', typed],
    queryFn: ({ signal }) => call(listNews, { query: { text: typed.slice(0, 200), limit: '5' } }, { signal }),
    enabled: wanted && may('news', 'query'),
    placeholderData: keepPreviousData,
  });
  return (wanted ? (data?.items ?? []) : []).map(({ id, title }) => ({
    key: `article-${id}`,
    group: text('search.articles'),
    path: `/news/${id}`,
    show: <PageLine icon="file" name={title} />,
  }));
}

/** Returns those of the latest runs whose title or kind contains the typed text. */
function useRunHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const current = useCurrentRuns();
  const { data: latest = [] } = useQuery({
    queryKey: runKeys.list('search'),
    queryFn: async ({ signal }) => (await call(listRuns, { query: { limit: '50' } }, { signal })).items,
    enabled: typed !== '' && may('runs', 'query'),
    staleTime: 30_000,
  });
  const nameOf = (run: Run) => runName(text, run);
  const known = [...current, ...latest.filter(({ id }) => !current.some((run) => run.id === id))];
  return known
    .map((run) => ({
      run,
      name: nameOf(run),
    }))
    .filter(({ name }) => someHolds([name], typed))
    .slice(0, 5)
    .map(({ run, name }) => ({
      key: `run-${run.id}`,
      group: text('search.runs'),
      path: runPath(run.id),
      show: (
        <span className="search-page">
          <StateGlyph state={run.state} />
          <span className="cut">{name}</span>
          <Text ms="auto" font="caption" tone="t3">
            {text(`state.${run.state}`)}
          </Text>
        </span>
      ),
    }));
}

/** Returns the stores whose name or domain contains the typed text. */
function useStoreHits(typed: string): Hit[] {
  const text = useText();
  const may = useMay();
  const { data: stores = [] } = useQuery({
    // Under the stores feature's own query key, so that connecting a store refreshes it.
    queryKey: ['stores'],
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
    enabled: typed !== '' && may('stores', 'query'),
  });
  return stores
    .filter(({ name, domain }) => someHolds([name, domain], typed))
    .slice(0, 5)
    .map(({ id, name, domain, platform }) => ({
      key: `store-${id}`,
      group: text('search.stores'),
      path: '/list/card',
      show: (
        <span className="search-page">
          <PlatformMark platform={platform} size={20} />
          <span className="cut">{name}</span>
          <Text ms="auto" font="caption" tone="t3">
            {domain}
          </Text>
        </span>
      ),
    }));
}

/** Returns the value with a delay of 120 ms after typing. */
function useDebounced(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 120);
    return () => clearTimeout(timer);
  }, [value]);
  return useDeferredValue(settled);
}

function PageLine({ icon, name, beside = '' }: { icon: string | null; name: string; beside?: string }) {
  return (
    <span className="search-page">
      <Icon name={isIconName(icon) ? icon : 'box'} size={17} />
      <span className="cut">{name}</span>
      {beside !== '' && (
        <Text ms="auto" font="caption" tone="t3">
          {beside}
        </Text>
      )}
    </span>
  );
}
