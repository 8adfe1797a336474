import { Input } from 'antd';
import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { FoundArticles } from './found-articles.tsx';
import { FoundPlatforms } from './found-platforms.tsx';
import { FoundRuns } from './found-runs.tsx';
import './search.css';

const tabs = ['article', 'project', 'application'] as const;
type Tab = (typeof tabs)[number];

/** One large search field above the results: articles, runs and platforms, each with an address of its own. */
export default function SearchPage() {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const requested = new URLSearchParams(search).get('q') ?? '';
  const tab = tabs.find((each) => pathname.endsWith(`/${each}`)) ?? 'article';
  const [typed, setTyped] = useState(requested);
  useEffect(() => setTyped(requested), [requested]);

  const go = (to: Tab, words: string) => {
    const query = words.trim() === '' ? '' : `?${new URLSearchParams({ q: words.trim().slice(0, 200) })}`;
    const path = `/list/search/${to}`;
    void navigate(`${path}${query}`, { replace: path === pathname });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the typing alone, a little behind.
  useEffect(() => {
    if (typed.trim() === requested) {
      return;
    }
    const timer = setTimeout(() => go(tab, typed), 250);
    return () => clearTimeout(timer);
  }, [typed]);

  const shown = tabs.filter(
    (each) =>
      (each === 'article' && may('news', 'query')) ||
      (each === 'project' && may('runs', 'query')) ||
      (each === 'application' && may('collect', 'query')),
  );
  return (
    <div className="page reading">
      <PageHead title={text('menu.list.search-list')} />
      <Input
        className="search-big"
        size="large"
        data-page-search
        allowClear
        autoFocus
        type="search"
        prefix={<Icon name="search" size={18} />}
        aria-label={text('search.title')}
        placeholder={text('search.page.placeholder')}
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onPressEnter={() => go(tab, typed)}
      />
      <TabRow
        label={text('search.page.tabs')}
        value={tab}
        onChange={(next) => go(next, typed)}
        tabs={shown.map((each) => ({ key: each, title: text(`menu.list.search-list.${each}s`) }))}
      />
      {tab === 'article' && <FoundArticles words={requested} />}
      {tab === 'project' && <FoundRuns words={requested} />}
      {tab === 'application' && <FoundPlatforms words={requested} />}
    </div>
  );
}
