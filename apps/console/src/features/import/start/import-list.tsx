import { Button } from 'antd';
import { useState } from 'react';
import { importPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { StateText } from '../../../ui/feedback/state-glyph.tsx';
import { UndoEditDialog } from '../../../ui/feedback/undo-edit-dialog.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Text } from '../../../ui/text/text.tsx';
import type { ImportRow, useImports } from '../queries.ts';
import { stateGlyphs } from '../state-glyphs.ts';

/** Every import, the newest first; an edit can be undone from here. */
export function ImportList({ imports }: { imports: ReturnType<typeof useImports> }) {
  const text = useText();
  const page = usePage();
  const [undoing, setUndoing] = useState<ImportRow | null>(null);
  const columns = useColumns(setUndoing);
  const rows = imports.data?.pages.flatMap(({ items }) => items) ?? [];
  if (imports.isError && rows.length === 0) {
    return <SectionFault failure={imports.error} onRetry={() => void imports.refetch()} />;
  }
  return (
    <>
      <DataTable
        label={text('import.history')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ fileName }) => fileName}
        rowHeight={52}
        loading={imports.isPending}
        loadingMore={imports.isFetchingNextPage}
        onOpen={({ id }) => page.open(importPath(id))}
        onEnd={() => {
          if (imports.hasNextPage && !imports.isFetching) {
            void imports.fetchNextPage();
          }
        }}
        empty={<Empty>{text('import.history.none')}</Empty>}
        narrow={(row) => <NarrowImport row={row} />}
      />
      {undoing !== null && (
        <UndoEditDialog
          runId={undoing.id}
          of={{}}
          what={undoing.as === 'edit' ? 'editedFile' : 'suppliersFile'}
          onClose={() => setUndoing(null)}
        />
      )}
    </>
  );
}

/** What became of an import, or what it waits for. */
function useOutcome(): (row: ImportRow) => string {
  const text = useText();
  return ({ state, products, outcomes: { imported, edited, unchanged, rejected } }) =>
    state === 'applied'
      ? [
          imported > 0 ? text('import.outcome.imported', { n: imported }) : '',
          edited > 0 ? text('import.outcome.edited', { n: edited }) : '',
          unchanged > 0 ? text('import.outcome.unchanged', { n: unchanged }) : '',
          rejected > 0 ? text('import.outcome.rejected', { n: rejected }) : '',
        ]
          .filter(Boolean)
          .join(' · ') || text('import.outcome.nothing')
      : products === 0
        ? '—'
        : text('import.products', { n: products });
}

function useColumns(onUndo: (row: ImportRow) => void): Column<ImportRow>[] {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const outcome = useOutcome();
  return [
    {
      key: 'file',
      title: text('import.column.file'),
      width: 'minmax(220px, 2fr)',
      render: ({ fileName, as, sourceName }) => (
        <Row as="span" align="center" gap={10} shrink>
          <Text tone="t3" rigid>
            <Icon name={as === 'edit' ? 'edit' : 'box'} size={18} />
          </Text>
          <Stack as="span" shrink>
            <Text cut weight={500} font="small" title={fileName}>
              {fileName}
            </Text>
            <Text font="caption" tone="t2" cut>
              {as === 'edit' ? text('import.as.edit') : (sourceName ?? text('import.as.source'))}
            </Text>
          </Stack>
        </Row>
      ),
    },
    {
      key: 'state',
      title: text('import.column.state'),
      width: 'minmax(112px, max-content)',
      render: ({ state }) => (
        <StateText state={stateGlyphs[state]}>{text(`import.state.${state}`)}</StateText>
      ),
    },
    {
      key: 'outcome',
      title: text('import.column.outcome'),
      width: 'minmax(180px, 1.4fr)',
      render: (row) => <Text font="small">{outcome(row)}</Text>,
    },
    {
      key: 'faults',
      title: text('import.column.faults'),
      width: '80px',
      align: 'end',
      render: ({ faults }) => (
        <Text className="num" tone={faults > 0 ? 'amber' : 't2'}>
          {format.number(faults)}
        </Text>
      ),
    },
    {
      key: 'by',
      title: text('import.column.by'),
      width: '96px',
      from: 1080,
      render: ({ createdBy }) => <Text cut>{createdBy ?? '—'}</Text>,
    },
    {
      key: 'at',
      title: text('import.column.at'),
      width: '112px',
      align: 'end',
      render: ({ createdAt }) => (
        <span className="quiet" title={format.full(createdAt)}>
          {format.relative(createdAt)}
        </span>
      ),
    },
    {
      key: 'acts',
      title: <span className="only-read">{text('import.column.acts')}</span>,
      width: 'minmax(88px, max-content)',
      align: 'end',
      render: (row) =>
        row.undoable &&
        may('products', 'edit') && (
          <Button
            size="small"
            icon={<Icon name="undo" size={14} />}
            aria-label={text('import.undo.named', { name: row.fileName })}
            onClick={(event) => {
              event.stopPropagation();
              onUndo(row);
            }}
          >
            {text('import.undo')}
          </Button>
        ),
    },
  ];
}

function NarrowImport({ row }: { row: ImportRow }) {
  const text = useText();
  const format = useFormat();
  const outcome = useOutcome();
  return (
    <Stack as="span" gap={2} shrink>
      <Text cut weight={500}>
        {row.fileName}
      </Text>
      <Text font="caption" tone="t2" cut>
        {[
          row.as === 'edit' ? text('import.as.edit') : (row.sourceName ?? text('import.as.source')),
          format.relative(row.createdAt),
        ].join(' · ')}
      </Text>
      <StateText state={stateGlyphs[row.state]} note={outcome(row)}>
        {text(`import.state.${row.state}`)}
      </StateText>
    </Stack>
  );
}
