import type { ArticleKind, NewsItem } from '@bowerbird/contract/system/news';
import { Button } from 'antd';
import { useDeferredValue, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { Text } from '../../ui/text/text.tsx';
import { ArticlesSearch } from './articles/articles-search.tsx';
import { Cover } from './articles/cover.tsx';
import { useNews } from './queries.ts';
import './news.css';

/** News and video tutorials, the newest first. */
export default function NewsPage() {
  const text = useText();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const kind: ArticleKind = query.get('kind') === 'video' ? 'video' : 'news';
  const [typed, setTyped] = useState(query.get('text') ?? '');
  const searched = useDeferredValue(typed.trim());
  const news = useNews(kind, searched);
  const items = news.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <div className="page reading">
      <PageHead
        title={text('news.title')}
        actions={<ArticlesSearch className="news-search" value={typed} onChange={setTyped} />}
      />
      <TabRow
        label={text('menu.news')}
        value={kind}
        onChange={(next) => void navigate(`/news?kind=${next}`, { replace: true })}
        tabs={[
          { key: 'news', title: text('news.kind.news') },
          { key: 'video', title: text('news.kind.video') },
        ]}
      />
      {news.isError && items.length === 0 ? (
        <SectionFault failure={news.error} onRetry={() => void news.refetch()} />
      ) : news.isPending ? (
        <SkeletonRows rows={4} />
      ) : items.length === 0 ? (
        searched === '' ? (
          <Empty>{text(kind === 'video' ? 'news.empty.video' : 'news.empty.news')}</Empty>
        ) : (
          <EmptyFiltered onRemove={() => setTyped('')} />
        )
      ) : (
        <ul className="news-list">
          {items.map((item) => (
            <li key={item.id}>
              <NewsRow item={item} />
            </li>
          ))}
        </ul>
      )}
      {news.hasNextPage && (
        <Row justify="center" p={[20, 0]}>
          <Button loading={news.isFetchingNextPage} onClick={() => void news.fetchNextPage()}>
            {text('news.more')}
          </Button>
        </Row>
      )}
    </div>
  );
}

function NewsRow({ item }: { item: NewsItem }) {
  const format = useFormat();
  return (
    <Row
      as={Link}
      className="news-row"
      hover="plain"
      gap={18}
      p={[16, 0]}
      borderBottom
      tone="inherit"
      to={`/news/${item.id}`}
      lang={item.language}
    >
      <Cover url={item.coverUrl} kind={item.kind} />
      <Stack as="span" gap={4} shrink maxW={680}>
        <Text className="news-row-title" font="head" weight={600} anywhere>
          {item.title}
        </Text>
        {item.summary !== '' && (
          <Box as="span" lines={2} tone="t2">
            {item.summary}
          </Box>
        )}
        <time className="caption" dateTime={item.publishedAt} title={format.full(item.publishedAt)}>
          {format.relative(item.publishedAt)}
        </time>
      </Stack>
    </Row>
  );
}
