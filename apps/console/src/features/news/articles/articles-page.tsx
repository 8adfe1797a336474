import type { ArticleKind, ArticleRow } from '@bowerbird/contract/system/news';
import { articleKinds } from '@bowerbird/contract/system/news';
import { Button, Dropdown } from 'antd';
import { useDeferredValue, useState } from 'react';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Chip } from '../../../ui/form/chip.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { ArticlesFilter } from '../queries.ts';
import { useArticleActions, useArticles } from '../queries.ts';
import { ArticleRowNarrow, useArticleColumns } from './article-columns.tsx';
import { ArticlesSearch } from './articles-search.tsx';
import './articles.css';

const states = ['draft', 'live'] as const;
const pathOf = ({ id }: Pick<ArticleRow, 'id'>) => `/system/articles/${id}`;

/** The articles, as authors see them. */
export default function ArticlesPage() {
  const text = useText();
  const page = usePage();
  const columns = useArticleColumns();
  const [filter, setFilter] = useState<Pick<ArticlesFilter, 'kind' | 'state'>>({});
  const [typed, setTyped] = useState('');
  const searched = useDeferredValue(typed.trim());
  const articles = useArticles({ ...filter, ...(searched === '' ? {} : { text: searched }) });
  const rows = articles.data?.pages.flatMap(({ items }) => items) ?? [];
  const total = articles.data?.pages[0]?.total;
  const filtered = filter.kind !== undefined || filter.state !== undefined || searched !== '';

  return (
    <div className="page">
      <PageHead
        title={text('menu.system.articles')}
        hint={total === undefined ? undefined : text('news.count', { n: total })}
        actions={<NewArticle />}
      />
      <Row wrap align="center" gap={8} mb={12}>
        <ArticlesSearch className="articles-search" value={typed} onChange={setTyped} />
        {states.map((state) => (
          <Chip
            key={state}
            set={filter.state === state}
            onClick={() => setFilter(toggled(filter, 'state', state))}
          >
            {text(`news.state.${state}`)}
          </Chip>
        ))}
        {articleKinds.map((kind) => (
          <Chip
            key={kind}
            set={filter.kind === kind}
            onClick={() => setFilter(toggled(filter, 'kind', kind))}
          >
            {text(`news.kind.${kind}`)}
          </Chip>
        ))}
      </Row>
      {articles.isError && rows.length === 0 ? (
        <SectionFault failure={articles.error} onRetry={() => void articles.refetch()} />
      ) : (
        <DataTable
          label={text('menu.system.articles')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ title }) => title || text('news.untitled')}
          total={total ?? rows.length}
          loading={articles.isPending}
          loadingMore={articles.isFetchingNextPage}
          onOpen={(row) => page.open(pathOf(row))}
          onEnd={() => {
            if (articles.hasNextPage && !articles.isFetching) {
              void articles.fetchNextPage();
            }
          }}
          narrow={(row) => <ArticleRowNarrow row={row} />}
          empty={
            filtered ? (
              <EmptyFiltered onRemove={() => (typed === '' ? setFilter(lessOf(filter)) : setTyped(''))} />
            ) : (
              <Empty act={<NewArticle />}>{text('news.empty.articles')}</Empty>
            )
          }
        />
      )}
    </div>
  );
}

/** Creates a draft and opens it. */
function NewArticle() {
  const text = useText();
  const page = usePage();
  const may = useMay();
  const reportFailure = useReportFailure();
  const { create } = useArticleActions();
  if (!may('news', 'add')) {
    return null;
  }
  const begin = (kind: ArticleKind) =>
    create.mutate(kind, { onSuccess: (article) => page.open(pathOf(article)), onError: reportFailure });
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      menu={{
        items: articleKinds.map((kind) => ({
          key: kind,
          icon: <Icon name={kind === 'video' ? 'play' : 'text'} />,
          label: text(`news.kind.${kind}`),
          onClick: () => begin(kind),
        })),
      }}
    >
      <Button type="primary" icon={<Icon name="plus" />} loading={create.isPending} aria-haspopup="menu">
        {text('news.new')}
      </Button>
    </Dropdown>
  );
}

type Choice = Pick<ArticlesFilter, 'kind' | 'state'>;

function toggled<Name extends keyof Choice>(
  filter: Choice,
  name: Name,
  value: NonNullable<Choice[Name]>,
): Choice {
  const { [name]: held, ...rest } = filter;
  return held === value ? rest : { ...filter, [name]: value };
}

function lessOf(filter: Choice): Choice {
  return filter.kind !== undefined && filter.state !== undefined ? { state: filter.state } : {};
}
