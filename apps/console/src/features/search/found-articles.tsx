import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../lib/person/session.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { Chip } from '../../ui/form/chip.tsx';
import { Row, Stack } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { MoreButton, NothingFound } from './more-button.tsx';
import type { ArticleKind } from './queries.ts';
import { useArticles } from './queries.ts';

const kinds: (ArticleKind | null)[] = [null, 'news', 'video'];

/** News and video tutorials that contain the search text. */
export function FoundArticles({ words }: { words: string }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const [kind, setKind] = useState<ArticleKind | null>(null);
  const articles = useArticles(words, kind, may('news', 'query'));
  const items = articles.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <Row
        as="fieldset"
        className="search-chips"
        wrap
        gap={8}
        shrink
        m={0}
        p={[0, 0, 6]}
        border="none"
        aria-label={text('search.articles.kind')}
      >
        {kinds.map((each) => (
          <Chip key={each ?? 'all'} set={kind === each} onClick={() => setKind(each)}>
            {text(each === null ? 'search.all' : `search.articles.${each}`)}
          </Chip>
        ))}
      </Row>
      {articles.isError && items.length === 0 && (
        <SectionFault failure={articles.error} onRetry={() => void articles.refetch()} />
      )}
      {articles.isPending && <SkeletonRows rows={4} />}
      {articles.data !== undefined && items.length === 0 && <NothingFound words={words} />}
      <ul className="search-articles">
        {items.map((article) => (
          <Row as="li" gap={24} justify="between" p={[16, 0]} borderBottom key={article.id}>
            <Stack gap={4} shrink maxW={680}>
              <Text as="h2" font="head" weight={600}>
                <Link to={`/news/${article.id}`}>{article.title}</Link>
              </Text>
              {article.summary !== '' && (
                <Text as="p" className="quiet" anywhere>
                  {article.summary}
                </Text>
              )}
              <Text as="p" className="caption" anywhere>
                {text(`search.articles.${article.kind}`)} · {format.day(article.publishedAt)}
              </Text>
            </Stack>
            {article.coverUrl !== null && (
              <img src={article.coverUrl} alt="" loading="lazy" referrerPolicy="no-referrer" />
            )}
          </Row>
        ))}
      </ul>
      <MoreButton {...articles} />
    </>
  );
}
