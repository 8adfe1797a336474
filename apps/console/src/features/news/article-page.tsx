import type { getNews } from '@bowerbird/contract/news';
import type { AnswerOf } from '@bowerbird/contract/route';
import { Button } from 'antd';
import { useParams } from 'react-router';
import { useFormat } from '../../lib/format.ts';
import { languageNames, useTexts } from '../../lib/language.ts';
import { usePage, usePageTitle } from '../../lib/page.ts';
import { useText } from '../../lib/text.ts';
import { PageFault } from '../../ui/feedback/page-fault.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { ArticleBody } from './article-body.tsx';
import { useNewsArticle } from './queries.ts';
import './news.css';

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
      <h1 className="article-title" lang={article.language}>
        {article.title}
      </h1>
      <p className="article-facts">
        <span>{article.author ?? text('news.organisation')}</span>
        <time dateTime={article.publishedAt} title={format.full(article.publishedAt)}>
          {format.day(article.publishedAt)}
        </time>
        {article.language !== language && (
          <span>{text('news.otherLanguage', { language: languageNames[article.language] })}</span>
        )}
      </p>
      <div lang={article.language}>
        <ArticleBody {...article} />
      </div>
      <footer className="article-foot">
        <Button onClick={() => page.open(`/news?kind=${article.kind}`)}>
          {text(article.kind === 'video' ? 'news.all.video' : 'news.all.news')}
        </Button>
      </footer>
    </article>
  );
}
