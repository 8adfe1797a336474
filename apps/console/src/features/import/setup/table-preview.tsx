import type { UploadPreview } from '@bowerbird/contract/files/uploads';
import { Button } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';

/** Rows that are shown. */
const rowsShown = 8;

interface TablePreviewProps {
  preview: UploadPreview;
  /** The rows are being read in another way. */
  stale: boolean;
  onHeaderRow(row: number): void;
}

/** The first rows of the file as they are read; any of them can be made the header. */
export function TablePreview({ preview, stale, onHeaderRow }: TablePreviewProps) {
  const text = useText();
  const { header, headerRow, rows } = preview;
  return (
    <Box
      as="section"
      className={stale ? 'import-table stale' : 'import-table'}
      border="line"
      radius="l"
      overflow="auto"
      tabIndex={0}
      aria-label={text('import.table')}
      aria-busy={stale}
    >
      <Box as="table" font="caption">
        <thead>
          <tr>
            <th className="import-table-row" scope="row">
              {headerRow}
            </th>
            {header.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are known by their place.
              <th key={index} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, rowsShown).map(({ row, cells }) => (
            <tr key={row}>
              <th className="import-table-row" scope="row">
                <span>{row}</span>
                <Button
                  size="small"
                  className="import-table-header"
                  aria-label={text('import.table.header', { n: row })}
                  onClick={() => onHeaderRow(row)}
                >
                  {text('import.table.isHeader')}
                </Button>
              </th>
              {header.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file are known by their place.
                <td key={index}>
                  <code title={cells[index]}>{cells[index]}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
