import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { firstKey, keysOf } from '@bowerbird/contract/files/match-keys';
import type { FileDialect, ImportFile } from '@bowerbird/contract/files/uploads';
import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { importPath } from '../../../lib/data/use-runs.tsx';
import { sameTab, takeTab, usePageTitle } from '../../../lib/page.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Stack } from '../../../ui/layout/box.tsx';
import { FootBar } from '../../../ui/layout/foot-bar.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { Section } from '../../../ui/layout/section.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { columnMappingOf, columnsOf } from '../mapping/columns.ts';
import { MappingPart } from '../mapping/mapping-part.tsx';
import { type FileSource, type Into, useCheck, useFileSources, usePreview } from '../queries.ts';
import { forgetUpload } from '../upload/kept-uploads.ts';
import { Facts } from './facts.tsx';
import { IntoPart } from './into-part.tsx';
import { firstPurpose, intoOf, type Purpose } from './purpose.ts';
import { type DecimalSign, layoutOf, withDecimal } from './reading.ts';
import { SourceNotice } from './source-notice.tsx';
import { TablePreview } from './table-preview.tsx';
import { useWhyNot } from './use-why-not.ts';

interface Start {
  id: string;
  dialect: FileDialect;
  mapping: FileMapping;
  into: Into;
  purpose: Purpose;
}

interface SetUpProps {
  file: Pick<ImportFile, 'id' | 'name' | 'bytes'>;
  /** The import that is to be read in another way; null for a new one. */
  start: Start | null;
}

const asDetected: FileDialect = { encoding: null, separator: null };

/** From the file's bytes to what becomes of its products: what was detected, the columns, and what it is for. */
export function SetUp({ file, start }: SetUpProps) {
  const text = useText();
  const format = useFormat();
  const navigate = useNavigate();
  usePageTitle(file.name);
  const [dialect, setDialect] = useState<FileDialect | null>(start?.dialect ?? null);
  const [table, setTable] = useState(start === null ? null : tableOf(start.mapping));
  const [edited, setEdited] = useState<FileMapping | null>(start?.mapping ?? null);
  const [chosenSign, setSign] = useState<DecimalSign | null>(null);
  const [purposed, setPurpose] = useState<Purpose | null>(start?.purpose ?? null);
  const preview = usePreview(file.id, { dialect, table, mapping: null });
  const sources = useFileSources();
  const known = sources.data?.pages.flatMap(({ items }) => items) ?? [];
  const check = useCheck(start?.id ?? null);

  const read = preview.data;
  const decimalSign = chosenSign ?? (read?.decimal?.value === ',' ? ',' : '.');
  const before = edited ?? read?.mapping;
  // A point that nobody chose leaves the commas that were put right in one column.
  const isAsBefore = chosenSign === null && decimalSign === '.';
  const mapping = before === undefined ? null : isAsBefore ? before : withDecimal(before, decimalSign);
  const like = read?.sources[0] ?? null;
  const purpose = purposed ?? firstPurpose(file.name, like, read?.exported ?? null);
  const keys = mapping === null ? [] : keysOf(mapping, purpose.as, read?.header ?? []);
  const ownKey = known.find(({ name }) => name === purpose.supplier.trim())?.key;
  const key =
    [purpose.key, purpose.as === 'source' ? ownKey : null].find(
      (each) => each !== null && each !== undefined && keys.includes(each),
    ) ?? (mapping === null ? null : firstKey(mapping, purpose.as, read?.header ?? []));
  const why = useWhyNot()(mapping, { ...purpose, key });

  const readAs = (source: FileSource) => {
    setDialect(source.dialect);
    setTable(tableOf(source.mapping));
    setEdited(source.mapping);
    setSign(null);
    setPurpose({ ...purpose, as: 'source', supplier: source.name, key: source.key });
  };
  const go = () => {
    if (mapping === null || key === null) {
      return;
    }
    const into = intoOf(purpose, known, start?.into ?? null);
    check.mutate(
      { fileId: file.id, dialect: dialect ?? asDetected, mapping, key, into },
      {
        onSuccess: (id) => {
          forgetUpload(file.id);
          void navigate(importPath(id), takeTab);
        },
      },
    );
  };
  const columns = read === undefined ? [] : columnsOf(read.header, read.rows);
  const byColumns = mapping === null ? null : columnMappingOf(mapping);
  return (
    <div className="page">
      <PageHead
        title={file.name}
        hint={format.bytes(file.bytes)}
        actions={
          <Button onClick={() => void navigate('/products/import', sameTab)}>{text('import.back')}</Button>
        }
      />
      {preview.isError ? (
        <SectionFault failure={preview.error} onRetry={() => void preview.refetch()} />
      ) : read === undefined || mapping === null ? (
        <SkeletonLines lines={8} />
      ) : (
        <Stack gap={32}>
          <Section title={text('import.reading')} note={text('import.reading.note')} bare gap={16}>
            <SourceNotice like={like} known={known} onRead={readAs} isRead={edited} />
            <Facts
              preview={read}
              mapping={mapping}
              decimalSign={decimalSign}
              onDecimalSign={setSign}
              onMapping={setEdited}
              onDialect={(to) => {
                setDialect({ ...(dialect ?? asDetected), ...to });
                setEdited(null);
              }}
              onTable={(to) => {
                setTable({ ...tableOf(mapping), ...to, ...('sheet' in to ? { headerRow: null } : {}) });
                setEdited(null);
              }}
            />
            <TablePreview
              preview={read}
              stale={preview.isPlaceholderData}
              onHeaderRow={(headerRow) => {
                setTable({ ...tableOf(mapping), headerRow });
                setEdited(null);
              }}
            />
          </Section>
          {byColumns === null ? (
            <Section title={text('import.mapping')} bare gap={8}>
              <Text as="p" font="small" tone="t2" m={[8, 0]}>
                {text('import.mapping.byFormat', {
                  format: text.named(`export.format.${layoutOf(mapping)}`),
                })}
              </Text>
            </Section>
          ) : (
            <MappingPart
              columns={columns}
              mapping={byColumns}
              onMapping={(products) => setEdited({ ...mapping, products })}
            />
          )}
          <IntoPart
            purpose={{ ...purpose, key }}
            onPurpose={setPurpose}
            sources={known}
            keys={keys}
            fixed={start !== null}
            exported={read.exported}
          />
        </Stack>
      )}
      <FootBar
        actions={
          <Button type="primary" disabled={why !== null} loading={check.isPending} onClick={go}>
            {text(start === null ? 'import.check' : 'import.checkAgain')}
          </Button>
        }
      >
        <Icon name="shield" />
        <span>{why ?? text('import.check.foot')}</span>
      </FootBar>
    </div>
  );
}

function tableOf({ sheet, headerRow }: FileMapping) {
  return { sheet, headerRow };
}
