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
  const shown = rows.slice(0, rowsShown);
  // A row that is wider than the header shows that the header is another one.
  const places = Array.from(
    { length: Math.max(header.length, ...shown.map(({ cells }) => cells.length)) },
    (_, place) => place,
  );
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
            {places.map((place) => (
              <th key={place} scope="col" title={header[place]}>
                {header[place]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ row, cells }) => (
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
              {places.map((place) => (
                <td key={place}>
                  <code title={cells[place]}>{cells[place]}</code>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}
