import { renameFileSource } from '@bowerbird/contract/files/imports';
import { bodySchema } from '@bowerbird/contract/route';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { useMay } from '../../../lib/person/session.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormField } from '../../../ui/form/form-field.tsx';
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import type { Column } from '../../../ui/table/column.ts';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { NewProductsDialog } from '../new-products/new-products-dialog.tsx';
import { NewProductsNote } from '../new-products/new-products-note.tsx';
import { collectedOf } from '../paths.ts';
import { type FileSource, type useFileSources, useRenameSource } from '../queries.ts';

/** Suppliers whose files are imported: how often, how many products, and by what they are matched. */
export function SupplierList({ sources }: { sources: ReturnType<typeof useFileSources> }) {
  const text = useText();
  const format = useFormat();
  const [renaming, setRenaming] = useState<FileSource | null>(null);
  const [claiming, setClaiming] = useState<FileSource | null>(null);
  const rows = sources.data?.pages.flatMap(({ items }) => items) ?? [];
  if (sources.isError && rows.length === 0) {
    return <SectionFault failure={sources.error} onRetry={() => void sources.refetch()} />;
  }
  const columns: Column<FileSource>[] = [
    {
      key: 'name',
      title: text('import.supplier'),
      width: 'minmax(180px, 2fr)',
      render: ({ name, claim }) => (
        <Stack as="span" shrink>
          <Text cut weight={500} title={name}>
            {name}
          </Text>
          <NewProductsNote claim={claim} />
        </Stack>
      ),
    },
    {
      key: 'key',
      title: text('import.key'),
      width: 'minmax(120px, 1fr)',
      render: ({ key }) => text(`import.key.${key}`),
    },
    {
      key: 'products',
      title: text('import.column.products'),
      width: '96px',
      align: 'end',
      render: ({ products }) => format.number(products),
    },
    {
      key: 'imports',
      title: text('import.column.imports'),
      width: '96px',
      align: 'end',
      render: ({ imports }) => format.number(imports),
    },
    {
      key: 'last',
      title: text('import.column.last'),
      width: '116px',
      align: 'end',
      render: ({ lastImportAt }) => (lastImportAt === null ? '—' : format.relative(lastImportAt)),
    },
    {
      key: 'acts',
      title: <span className="only-read">{text('import.column.acts')}</span>,
      width: 'minmax(290px, max-content)',
      align: 'end',
      render: (source) => (
        <Acts source={source} onClaim={() => setClaiming(source)} onRename={() => setRenaming(source)} />
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={text('import.suppliers')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        rowHeight={52}
        loading={sources.isPending}
        empty={<Empty>{text('import.suppliers.none')}</Empty>}
        narrow={(source) => (
          <Stack as="span" gap={2} shrink>
            <Text weight={500}>{source.name}</Text>
            <Text font="caption" tone="t2">
              {[
                text('import.products', { n: source.products }),
                text('import.times', { n: source.imports }),
              ].join(' · ')}
            </Text>
            <NewProductsNote claim={source.claim} />
            <Acts source={source} onClaim={() => setClaiming(source)} onRename={() => setRenaming(source)} />
          </Stack>
        )}
      />
      {claiming !== null && <NewProductsDialog source={claiming} onClose={() => setClaiming(null)} />}
      {renaming !== null && <RenameDialog source={renaming} onClose={() => setRenaming(null)} />}
    </>
  );
}

interface ActsProps {
  source: FileSource;
  onClaim(): void;
  onRename(): void;
}

function Acts({ source, onClaim, onRename }: ActsProps) {
  const text = useText();
  const may = useMay();
  return (
    <Row as="span" inline align="center" gap={12} font="small">
      <Link to={collectedOf({ source: source.id })}>{text('import.toCollected')}</Link>
      {may('products', 'add') && (
        <Button size="small" type="text" onClick={onClaim}>
          {text('import.newProducts.choose')}
        </Button>
      )}
      <Button size="small" type="text" icon={<Icon name="edit" size={14} />} onClick={onRename}>
        {text('import.supplier.rename')}
      </Button>
    </Row>
  );
}

function RenameDialog({ source, onClose }: { source: FileSource; onClose(): void }) {
  const text = useText();
  const rename = useRenameSource();
  const form = useSchemaForm({ schema: bodySchema(renameFileSource), initial: { name: source.name } });
  return (
    <FormDialog
      form={form}
      title={text('import.supplier.rename')}
      ok={text('act.save')}
      busy={rename.isPending}
      onClose={onClose}
      onSubmit={({ name }) => rename.mutate({ id: source.id, name }, { onSuccess: onClose })}
    >
      <FormField
        form={form}
        name="name"
        label={text('import.supplier.name')}
        missing={text('import.supplier.name.missing')}
        wrong={text('import.supplier.name.missing')}
      >
        {(control) => <Input {...control} maxLength={100} />}
      </FormField>
    </FormDialog>
  );
}
