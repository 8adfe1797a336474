import type { Article } from '@bowerbird/contract/news';
import { useParams } from 'react-router';
import { usePageTitle } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/fault-row.tsx';
import { SkeletonPage } from '../../ui/skeleton.tsx';
import { ArticleEditor } from './article-editor.tsx';
import { useArticle } from './queries.ts';

/** Writes one article. */
export default function ArticleEditPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useArticle(id);
  const text = useText();
  usePageTitle(data === undefined ? null : (titleOf(data) ?? text('news.untitled')));
  if (data !== undefined) {
    return <ArticleEditor key={data.id} saved={data} onRead={async () => (await refetch()).data} />;
  }
  return error === null ? (
    <SkeletonPage />
  ) : (
    <div className="page">
      <SectionFault failure={error} onRetry={() => void refetch()} />
    </div>
  );
}

function titleOf({ texts }: Article): string | undefined {
  return Object.values(texts).find(({ title }) => title !== '')?.title;
}
