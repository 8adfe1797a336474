import type { AnswerOf } from '@bowerbird/contract/route';
import type { getNews } from '@bowerbird/contract/system/news';
import { Button } from 'antd';
import { useParams } from 'react-router';
import { usePage, usePageTitle } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { languageNames, useTexts } from '../../../lib/text/language.ts';
import { useText } from '../../../lib/text/text.ts';
import { PageFault } from '../../../ui/feedback/page-fault.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { useNewsArticle } from '../queries.ts';
import { ArticleBody } from './article-body.tsx';
import '../news.css';

/** Shows one article. */
export default function ArticlePage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useNewsArticle(id);
  usePageTitle(data?.title);
  if (data === undefined && error !== null) {
    return <PageFault failure={error} onRetry={() => void refetch()} />;
  }
  return (
    <div className="page">
      {data === undefined ? <SkeletonLines lines={8} /> : <Reading article={data} />}
    </div>
  );
}

function Reading({ article }: { article: AnswerOf<typeof getNews> }) {
  const text = useText();
  const format = useFormat();
  const page = usePage();
  const { language } = useTexts();
  return (
    <article className="article">
      <Text as="h1" className="article-title" weight={650} anywhere lang={article.language}>
        {article.title}
      </Text>
      <Row as="p" className="article-facts" wrap gap={[4, 14]} m={[8, 0, 20]} font="small" tone="t3">
        <span>{article.author ?? text('news.organisation')}</span>
        <time dateTime={article.publishedAt} title={format.full(article.publishedAt)}>
          {format.day(article.publishedAt)}
        </time>
        {article.language !== language && (
          <span>{text('news.otherLanguage', { language: languageNames[article.language] })}</span>
        )}
      </Row>
      <div lang={article.language}>
        <ArticleBody {...article} />
      </div>
      <Box as="footer" mt={32} pt={16} borderTop>
        <Button onClick={() => page.open(`/news?kind=${article.kind}`)}>
          {text(article.kind === 'video' ? 'news.all.video' : 'news.all.news')}
        </Button>
      </Box>
    </article>
  );
}
