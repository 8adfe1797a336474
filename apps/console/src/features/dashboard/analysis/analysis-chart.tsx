import type { MeasureName, MeasurePart } from '@bowerbird/contract/figures/analysis';
import { Button, Segmented } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { SeriesMark } from '../../../ui/charts/series-mark.tsx';
import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import type { Analysis } from '../insight-queries.ts';
import type { Period } from './analysis-period.ts';
import type { Series, Split } from './analysis-series.ts';
import { csvOf, saveCsv, seriesOf, splits } from './analysis-series.ts';
import { AnalysisTable } from './analysis-table.tsx';

const TrendChart = lazy(() => import('../../../ui/charts/trend-chart.tsx'));

interface AnalysisChartProps {
  analysis: Analysis;
  period: Period;
  measure: MeasureName;
  split: Split;
  onSplit(split: Split): void;
}

/** One measure in large: as a chart or a table, total or split. Without a row there is no chart. */
export function AnalysisChart({ analysis, period, measure, split, onSplit }: AnalysisChartProps) {
  const text = useText();
  const format = useFormat();
  const nameOf = usePartName(measure);
  const [shown, setShown] = useState<'chart' | 'table'>('chart');
  const { total } = analysis.measures[measure];
  const whole = text(`analysis.measure.${measure}`);
  const series = seriesOf(analysis.measures[measure], split, { whole, nameOf });
  const points = analysis.points.map((at) =>
    analysis.step === 'hour'
      ? { short: format.time(at), full: format.full(at) }
      : { short: format.day(at), full: format.day(at) },
  );
  const when = text(analysis.step === 'hour' ? 'analysis.column.hour' : 'analysis.column.day');
  const rows = points.map(({ short }) => short);
  const save = () =>
    saveCsv(
      csvOf(series, { when, total: text('analysis.total'), points: exactPoints(analysis) }),
      measure,
      period.from,
      period.to,
    );
  return (
    <Grid as="section" gap={12}>
      <SectionHead title={whole} note={text(`analysis.meaning.${measure}`)} />
      {total === 0 ? (
        <Box as="p" p={[14, 0]} font="small" tone="t2">
          {text('analysis.noneInPeriod')}
        </Box>
      ) : (
        <>
          <Row className="analysis-tools" wrap align="center" gap={[8, 12]} shrink justify="between">
            <Segmented<Split>
              aria-label={text('analysis.split')}
              value={split}
              onChange={onSplit}
              options={splits.map((value) => ({
                value,
                label: text(
                  value === 'place' ? `analysis.split.place.${measure}` : `analysis.split.${value}`,
                ),
              }))}
            />
            <Row as="span" wrap align="center" gap={[8, 12]} shrink>
              {shown === 'table' && (
                <Button icon={<Icon name="download" />} onClick={save}>
                  {text('analysis.csv')}
                </Button>
              )}
              <Segmented<'chart' | 'table'>
                aria-label={text('analysis.show')}
                value={shown}
                onChange={setShown}
                options={(['chart', 'table'] as const).map((value) => ({
                  value,
                  label: text(`analysis.show.${value}`),
                }))}
              />
            </Row>
          </Row>
          {shown === 'table' ? (
            <AnalysisTable label={whole} when={when} points={rows} series={series} />
          ) : (
            <>
              <Suspense fallback={<SkeletonBlock width="100%" height={300} />}>
                <TrendChart
                  label={text('analysis.chart.label', {
                    measure: whole,
                    from: points[0]?.full ?? '',
                    to: points.at(-1)?.full ?? '',
                    n: total,
                  })}
                  points={points}
                  series={series}
                  begun={begunOf(analysis)}
                  format={format.number}
                  compact={format.compact}
                />
              </Suspense>
              {split !== 'none' && <Legend series={series} />}
            </>
          )}
        </>
      )}
    </Grid>
  );
}

function Legend({ series }: { series: readonly Series[] }) {
  const format = useFormat();
  return (
    <Row as="ul" wrap gap={[4, 20]} font="small">
      {series.map(({ key, name, total }, place) => (
        <Row as="li" inline align="center" gap={6} shrink maxW="100%" key={key}>
          <SeriesMark place={place} />
          <span className="cut">{name}</span>
          <span className="quiet">{format.number(total)}</span>
        </Row>
      ))}
    </Row>
  );
}

/** Returns how many points of a period have begun by now. */
export function begunOf({ points }: Pick<Analysis, 'points'>): number {
  const now = Date.now();
  return points.filter((at) => Date.parse(at) <= now).length;
}

/** Formats days and hours in a form that every spreadsheet reads, in the person's own time zone. */
function exactPoints({ points, step }: Analysis): string[] {
  const two = (value: number) => String(value).padStart(2, '0');
  return points.map((at) => {
    const date = new Date(at);
    const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    return step === 'day' ? day : `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
  });
}

/** Returns the label of a part of a measure. */
function usePartName(measure: MeasureName): (part: MeasurePart) => string {
  const text = useText();
  const platforms = usePlatforms();
  return ({ key, name, platform }) => {
    if (key === null) {
      return text('analysis.others');
    }
    if (name === '') {
      return text('analysis.noSource');
    }
    const isPlatform = name === platform && measure !== 'listed';
    const known = isPlatform ? platforms.find(({ id }) => id === name)?.name : undefined;
    return known ?? (measure === 'exported' ? text.named(`export.format.${name}`, {}, name) : name);
  };
}
