import type { ArticleRow } from '@bowerbird/contract/system/news';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { Text } from '../../../ui/text/text.tsx';
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
        <Row as="span" align="center" gap={12} shrink>
          <Cover url={row.coverUrl} kind={row.kind} size="small" />
          <ArticleName row={row} />
        </Row>
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
    <Text className="cut" weight={500} title={row.title}>
      {row.title}
    </Text>
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
    <Stack as="span" gap={6} shrink>
      <ArticleName row={row} />
      <Row as="span" justify="between" gap={12}>
        <ArticleState state={row.state} />
        <LanguageMarks states={row.languages} />
      </Row>
    </Stack>
  );
}
