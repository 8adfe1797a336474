import type { ExportFile } from '@bowerbird/contract/products/export';
import { downloadExportFile } from '@bowerbird/contract/products/export';
import { Button } from 'antd';
import { addressOf } from '../../lib/api/call.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../../ui/feedback/dialog.tsx';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/data-table.tsx';
import { Text } from '../../ui/text/text.tsx';
import { FileNotices } from './export-notices.tsx';
import { FileParts } from './file-parts.tsx';
import { LinkButton } from './links/link-button.tsx';
import { useDeleteFile, useExportFiles } from './queries.ts';

/** Number of hash characters shown. */
const hashShown = 12;

/** Every exported file: to download again or to delete. */
export function ExportFiles() {
  const text = useText();
  const files = useExportFiles();
  const columns = useFileColumns();
  const rows = files.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Box as="section" className="export-files" mt={28}>
      <SectionHead title={text('export.files')} count={files.data?.pages[0]?.total} />
      {files.isError && rows.length === 0 ? (
        <SectionFault failure={files.error} onRetry={() => void files.refetch()} />
      ) : (
        <DataTable
          label={text('export.files')}
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          rowHeight={44}
          loading={files.isPending}
          loadingMore={files.isFetchingNextPage}
          onEnd={() => {
            if (files.hasNextPage && !files.isFetching) {
              void files.fetchNextPage();
            }
          }}
          empty={<Empty>{text('export.files.none')}</Empty>}
          narrow={(file) => <NarrowFile file={file} />}
        />
      )}
    </Box>
  );
}

function useFileColumns(): Column<ExportFile>[] {
  const text = useText();
  const format = useFormat();
  const figure = (key: 'products' | 'rows') => ({
    key,
    title: text(`export.files.${key}`),
    width: '92px',
    align: 'end' as const,
    render: (file: ExportFile) => format.number(file[key]),
  });
  return [
    {
      key: 'name',
      title: text('export.files.name'),
      width: 'minmax(280px, 3fr)',
      render: ({ name, format: kind, images }) => (
        <Row
          as="span"
          className="export-name"
          align="center"
          gap={8}
          shrink
          title={text(`export.format.${kind}`)}
        >
          <Icon name="file" />
          <span className="cut">{name}</span>
          {images !== null && <ImageCount images={images} />}
        </Row>
      ),
    },
    figure('products'),
    figure('rows'),
    {
      key: 'bytes',
      title: text('export.files.size'),
      width: '84px',
      align: 'end',
      render: ({ bytes }) => format.bytes(bytes),
    },
    {
      key: 'notices',
      title: text('export.files.notices'),
      width: 'minmax(110px, max-content)',
      render: (file) => <FileNotices file={file} />,
    },
    {
      key: 'sha256',
      title: 'SHA-256',
      width: 'minmax(130px, 1fr)',
      render: ({ sha256 }) => <HashCopy hash={sha256} />,
    },
    {
      key: 'createdAt',
      title: text('export.files.made'),
      width: '116px',
      align: 'end',
      render: ({ createdAt }) => (
        <span className="quiet" title={format.full(createdAt)}>
          {format.relative(createdAt)}
        </span>
      ),
    },
    {
      key: 'acts',
      title: <span className="only-read">{text('export.files.acts')}</span>,
      width: 'minmax(230px, max-content)',
      align: 'end',
      render: (file) => <FileActions file={file} />,
    },
  ];
}

function FileActions({ file }: { file: ExportFile }) {
  const text = useText();
  const confirm = useConfirm();
  const reportFailure = useReportFailure();
  const remove = useDeleteFile();
  const confirmDelete = async () => {
    const sure = await confirm({
      title: text('export.delete.title', { name: file.name }),
      content: text('export.delete.content'),
      confirm: text('export.delete'),
      danger: true,
    });
    if (sure) {
      remove.mutate(file.id, { onError: reportFailure });
    }
  };
  return (
    <Row as="span" inline gap={6}>
      <Button
        size="small"
        icon={<Icon name="download" />}
        href={addressOf(downloadExportFile, { params: { id: file.id } })}
        download={file.name}
      >
        {text('export.download')}
      </Button>
      <FileParts file={file} />
      <LinkButton to={{ what: 'file', id: file.id }} name={file.name} />
      <Button
        size="small"
        type="text"
        icon={<Icon name="trash" />}
        aria-label={text('export.delete.named', { name: file.name })}
        title={text('export.delete')}
        loading={remove.isPending}
        onClick={() => void confirmDelete()}
      />
    </Row>
  );
}

function ImageCount({ images: { files, missing } }: { images: NonNullable<ExportFile['images']> }) {
  const text = useText();
  return (
    <Text className="export-images" font="caption" tone={missing > 0 ? 'amber' : 't3'}>
      {text('export.files.images', { n: files })}
      {missing > 0 && ` · ${text('export.files.imagesMissing', { n: missing })}`}
    </Text>
  );
}

function HashCopy({ hash }: { hash: string }) {
  const text = useText();
  const toast = useToast();
  return (
    <Row
      as="button"
      type="button"
      inline
      align="center"
      gap={6}
      tone="t2"
      radius="xs"
      hover="t1"
      title={`${hash} · ${text('act.copy')}`}
      onClick={() => {
        void navigator.clipboard
          .writeText(hash)
          .then(() => toast({ text: text('act.copied'), state: 'complete' }));
      }}
    >
      <code>{hash.slice(0, hashShown)}…</code> <Icon name="copy" size={14} />
    </Row>
  );
}

function NarrowFile({ file }: { file: ExportFile }) {
  const text = useText();
  const format = useFormat();
  return (
    <Stack as="span" gap={2} shrink>
      <span className="cut">{file.name}</span>
      <span className="caption">
        {text('export.files.line', { n: file.products, size: format.bytes(file.bytes) })} ·{' '}
        {format.relative(file.createdAt)}
      </span>
      {file.images !== null && <ImageCount images={file.images} />}
      {file.notices.length > 0 && <FileNotices file={file} />}
      <FileActions file={file} />
    </Stack>
  );
}
