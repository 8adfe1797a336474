import { useParams } from 'react-router';
import { usePageTitle } from '../../../lib/page.ts';
import { useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonPage } from '../../../ui/feedback/skeleton.tsx';
import { useArticle } from '../queries.ts';
import { ArticleEditor } from './article-editor.tsx';
import { titleIn } from './text-state.ts';

/** Edits one article. */
export default function ArticleEditPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useArticle(id);
  const text = useText();
  const { language } = useTexts();
  usePageTitle(data === undefined ? null : (titleIn(data.texts, language) ?? text('news.untitled')));
  if (data !== undefined) {
    return <ArticleEditor key={data.id} saved={data} onRead={async () => (await refetch()).data} />;
  }
  return error === null ? (
    <SkeletonPage shape="editor" />
  ) : (
    <PageFault failure={error} onRetry={() => void refetch()} />
  );
}
