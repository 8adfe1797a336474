import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';
import type { Series } from './analysis-series.ts';
import { sum } from './analysis-series.ts';

interface AnalysisTableProps {
  label: string;
  when: string;
  points: readonly string[];
  series: readonly Series[];
}

/** The same figures in rows, the newest first; every column ends with its total. */
export function AnalysisTable({ label, when, points, series }: AnalysisTableProps) {
  const text = useText();
  const format = useFormat();
  const several = series.length > 1;
  const rows = points.map((point, index) => ({
    point,
    values: series.map(({ key, values }) => ({ key, value: values[index] ?? 0 })),
  }));
  return (
    <Box as="section" className="analysis-table" maxH={420} overflow="auto" tabIndex={0} aria-label={label}>
      <Box as="table" className="plain-table" w="100%" font="small">
        <thead>
          <tr>
            <th scope="col">{when}</th>
            {series.map(({ key, name }) => (
              <th key={key} scope="col" className="num">
                {name}
              </th>
            ))}
            {several && (
              <th scope="col" className="num">
                {text('analysis.total')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map(({ point, values }) => (
            <tr key={point}>
              <th scope="row">{point}</th>
              {values.map(({ key, value }) => (
                <td key={key} className="num">
                  {format.number(value)}
                </td>
              ))}
              {several && <td className="num">{format.number(sum(values.map(({ value }) => value)))}</td>}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('analysis.total')}</th>
            {series.map(({ key, total }) => (
              <td key={key} className="num">
                {format.number(total)}
              </td>
            ))}
            {several && <td className="num">{format.number(sum(series.map(({ total }) => total)))}</td>}
          </tr>
        </tfoot>
      </Box>
    </Box>
  );
}
