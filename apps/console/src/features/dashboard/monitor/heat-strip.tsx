import { measureNames } from '@bowerbird/contract/figures/analysis';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { Text } from '../../../ui/text/text.tsx';
import { begunOf } from '../analysis/analysis-chart.tsx';
import type { Analysis } from '../insight-queries.ts';
import { heatCells } from './heat-cells.ts';
import './heat-strip.css';

/**
 * Shows when something was done, measure by measure: a cell for each day (or hour, or week), darker the closer to the
 * measure's maximum.
 */
export function HeatStrip({ analysis }: { analysis: Analysis }) {
  const text = useText();
  const format = useFormat();
  const { measures, points, step } = analysis;
  const begun = begunOf(analysis);
  const when = (at: string) => (step === 'hour' ? format.time(at) : format.day(at));
  return (
    <section>
      <SectionHead title={text('analysis.heat')} note={text('analysis.heat.note')} />
      <Stack gap={4} pt={12}>
        {measureNames.map((name) => {
          const cells = heatCells(measures[name].points, begun);
          const label = text(`analysis.measure.${name}`);
          const most = cells.reduce((best, cell) => (cell.sum > best.sum ? cell : best), {
            first: 0,
            sum: 0,
          });
          const spoken =
            most.sum === 0
              ? text('analysis.heat.none', { measure: label })
              : text('analysis.heat.most', {
                  measure: label,
                  n: most.sum,
                  when: when(points[most.first] ?? ''),
                });
          return (
            <Grid
              key={name}
              className="heat-row"
              oneUnder={576}
              columns="minmax(88px, 152px) minmax(0, 1fr)"
              align="center"
              gap={12}
            >
              <Text font="caption" tone="t2">
                {label}
              </Text>
              <Box as="span" className="heat-cells" gap={2} role="img" aria-label={spoken}>
                {cells.map(({ first, last, sum, level }) => (
                  <Box
                    as="span"
                    key={first}
                    className={`heat-cell level-${level}`}
                    radius="xs"
                    h={16}
                    ground="canvas"
                    title={`${when(points[first] ?? '')}${last > first ? ` – ${when(points[last] ?? '')}` : ''} · ${format.number(sum)}`}
                  />
                ))}
              </Box>
            </Grid>
          );
        })}
      </Stack>
    </section>
  );
}
