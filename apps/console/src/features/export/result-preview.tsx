import { encodeCsvRow } from '@bowerbird/catalog/csv';
import type { previewExport } from '@bowerbird/contract/products/export';
import type { AnswerOf } from '@bowerbird/contract/route';
import type { UseQueryResult } from '@tanstack/react-query';
import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { Box } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';

/** Number of rows shown. */
const rowsShown = 5;

interface ResultPreviewProps {
  preview: UseQueryResult<AnswerOf<typeof previewExport>>;
  /** There are no products at all. */
  nothing: boolean;
}

/** The file's first rows exactly as written, including quotes. */
export function ResultPreview({ preview, nothing }: ResultPreviewProps) {
  const text = useText();
  const navigate = useNavigate();
  const { data } = preview;
  return (
    <section className="export-result">
      <SectionHead
        title={text('export.result')}
        note={
          data === undefined || nothing
            ? undefined
            : text('export.result.note', {
                n: Math.min(rowsShown, data.rows.length),
                columns: data.header.length,
              })
        }
      />
      {nothing ? (
        <Empty
          act={
            <Button onClick={() => void navigate('/collect/product')}>{text('export.empty.collect')}</Button>
          }
        >
          {text('export.empty')}
        </Empty>
      ) : preview.isError ? (
        <SectionFault failure={preview.error} onRetry={() => void preview.refetch()} />
      ) : data === undefined ? (
        <SkeletonLines lines={6} />
      ) : data.rows.length === 0 ? (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('export.result.none')}
        </Box>
      ) : (
        <Box
          as="section"
          className="export-rows"
          mt={14}
          border="line"
          radius="l"
          overflow="auto"
          tabIndex={0}
          aria-label={text('export.result')}
        >
          <Box as="table" font="caption">
            <thead>
              <tr>
                {data.header.map((name) => (
                  <Box as="th" weight={500} tone="t3" key={name}>
                    {name}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.slice(0, rowsShown).map((row, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place.
                <tr key={at}>
                  {data.header.map((name, column) => (
                    <td key={name}>
                      <code title={row[column]}>{written(row[column] ?? '')}</code>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Box>
        </Box>
      )}
    </section>
  );
}

/** Returns a cell as written in the file. */
function written(cell: string): string {
  return cell === '' ? '' : encodeCsvRow([cell], '\n').slice(0, -1);
}
