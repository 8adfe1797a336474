import type { ArticleRow } from '@bowerbird/contract/news';
import { useFormat } from '../../lib/format.ts';
import { useText } from '../../lib/text.ts';
import { StateText } from '../../ui/feedback/state-glyph.tsx';
import type { Column } from '../../ui/table/data-table.tsx';
import { Cover } from './cover.tsx';
import { LanguageMarks } from './language-marks.tsx';

export function useArticleColumns(): Column<ArticleRow>[] {
  const text = useText();
  const format = useFormat();
  return [
    {
      key: 'title',
      title: text('news.column.title'),
      width: 'minmax(260px, 3fr)',
      render: (row) => (
        <span className="article-cell">
          <Cover url={row.coverUrl} kind={row.kind} size="small" />
          <ArticleName row={row} />
        </span>
      ),
    },
    {
      key: 'kind',
      title: text('news.column.kind'),
      width: '110px',
      from: 700,
      render: ({ kind }) => text(`news.kind.${kind}`),
    },
    {
      key: 'languages',
      title: text('news.column.languages'),
      width: '150px',
      render: ({ languages }) => <LanguageMarks states={languages} />,
    },
    {
      key: 'state',
      title: text('news.column.state'),
      width: '120px',
      render: ({ state }) => <ArticleState state={state} />,
    },
    {
      key: 'author',
      title: text('news.column.author'),
      width: '130px',
      from: 900,
      render: ({ author }) => <span className="cut">{author ?? text('news.organisation')}</span>,
    },
    {
      key: 'updated',
      title: text('news.column.updated'),
      width: '120px',
      align: 'end',
      from: 760,
      render: ({ updatedAt }) => <span title={format.full(updatedAt)}>{format.relative(updatedAt)}</span>,
    },
  ];
}

function ArticleName({ row }: { row: ArticleRow }) {
  const text = useText();
  return row.title === '' ? (
    <span className="quiet">{text('news.untitled')}</span>
  ) : (
    <span className="article-cell-name cut" title={row.title}>
      {row.title}
    </span>
  );
}

/** A draft is a dashed ring, a published article a filled disc. */
export function ArticleState({ state }: { state: ArticleRow['state'] }) {
  const text = useText();
  return (
    <StateText state={state === 'live' ? 'listed' : 'unclaimed'}>{text(`news.state.${state}`)}</StateText>
  );
}

export function ArticleRowNarrow({ row }: { row: ArticleRow }) {
  return (
    <span className="article-narrow">
      <ArticleName row={row} />
      <span className="article-narrow-line">
        <ArticleState state={row.state} />
        <LanguageMarks states={row.languages} />
      </span>
    </span>
  );
}
