import { listNews } from '@bowerbird/contract/system/news';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { call } from '../../../lib/api/call.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Box } from '../../../ui/layout/box.tsx';

const shown = 10;

/** The newest articles, each a link. */
export function NewsPart() {
  const text = useText();
  const format = useFormat();
  const news = useQuery({
    queryKey: ['account', 'news'],
    queryFn: ({ signal }) => call(listNews, { query: { limit: String(shown) } }, { signal }),
  });
  if (news.data === undefined) {
    return news.isError ? (
      <SectionFault failure={news.error} onRetry={() => void news.refetch()} />
    ) : (
      <SkeletonRows rows={4} />
    );
  }
  if (news.data.items.length === 0) {
    return <Empty>{text('account.center.article.empty')}</Empty>;
  }
  return (
    <>
      <ul className="settings-rows">
        {news.data.items.map((article) => (
          <li key={article.id} className="settings-row wide">
            <div className="settings-row-text" lang={article.language}>
              <span className="settings-row-title">
                <Link to={`/news/${article.id}`}>{article.title}</Link>
              </span>
              <span className="settings-row-value">{article.summary}</span>
            </div>
            <span className="caption" title={format.full(article.publishedAt)}>
              {format.relative(article.publishedAt)}
            </span>
          </li>
        ))}
      </ul>
      {news.data.total > shown && (
        <Box as="p" pt={14}>
          <Link to="/news">{text('account.center.allNews')}</Link>
        </Box>
      )}
    </>
  );
}
