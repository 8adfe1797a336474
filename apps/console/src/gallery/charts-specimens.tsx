import { Bar, SegmentBar, SliceBar } from '../ui/charts/bar.tsx';
import { ListingProgress } from '../ui/charts/listing-progress.tsx';
import { ProgressLine } from '../ui/charts/progress-line.tsx';
import { RankRow } from '../ui/charts/rank-row.tsx';
import { RecollectedFigures } from '../ui/charts/recollected-figures.tsx';
import { Ring } from '../ui/charts/ring.tsx';
import { SeriesMark } from '../ui/charts/series-mark.tsx';
import { SparkBars } from '../ui/charts/spark-bars.tsx';
import { Sparkline } from '../ui/charts/sparkline.tsx';
import TrendChart from '../ui/charts/trend-chart.tsx';
import { PlatformMark } from '../ui/images/platform-mark.tsx';
import { Row, Stack } from '../ui/layout/box.tsx';
import { month, recollected, titles } from './sample-data.ts';
import type { Section } from './specimen.ts';

const tones = ['primary', 'green', 'amber', 'red', 'violet', 't4'] as const;
const parts = [
  { key: 'listed', count: 620, tone: 'green' as const },
  { key: 'refused', count: 80, tone: 'red' as const },
  { key: 'waiting', count: 200, tone: 't4' as const },
];
const [short = '', long = ''] = titles;

export const charts: Section = {
  folder: 'charts',
  specimens: ({ text, format }) => {
    const points = month.map((_, day) => {
      const shown = format.day(new Date(Date.UTC(2026, 9, day + 1, 12)).toISOString());
      return { short: shown, full: shown };
    });
    const line = (name: string, factor: number) => ({
      key: name,
      name,
      values: month.map((value) => Math.round(value * factor)),
    });
    const chart = { points, begun: 24, format: format.number, compact: format.compact };
    return [
      {
        name: 'Bar',
        states: {
          'in every colour': (
            <Stack gap={8}>
              {tones.map((tone, index) => (
                <Bar key={tone} label={tone} tone={tone} part={0.2 + index * 0.14} />
              ))}
            </Stack>
          ),
          thick: <Bar thick label="thick" part={0.4} />,
          'not known yet': <Bar label="unknown" part={null} />,
        },
      },
      {
        name: 'SegmentBar',
        states: {
          thick: <SegmentBar parts={parts} total={1000} />,
          thin: <SegmentBar parts={parts} total={1000} thick={false} />,
          empty: <SegmentBar parts={[]} total={1000} />,
        },
      },
      {
        name: 'SliceBar',
        states: {
          'of three slices': (
            <SliceBar
              slices={[
                { key: 'a', weight: 5, part: 1, name: short },
                { key: 'b', weight: 3, part: 0.4, name: short },
                { key: 'c', weight: 1, part: 0, name: short },
              ]}
            />
          ),
        },
      },
      {
        name: 'ListingProgress',
        states: {
          running: (
            <ListingProgress name={short} run={{ done: 640, failed: 24, secondsLeft: 320 }} total={1284} />
          ),
          'with a long name': (
            <ListingProgress name={long} run={{ done: 1284, failed: 0, secondsLeft: null }} total={1284} />
          ),
        },
      },
      {
        name: 'ProgressLine',
        states: {
          running: <ProgressLine name={short} done={640} total={1284} secondsLeft={320} />,
          'total unknown': <ProgressLine name={short} done={640} total={null} />,
          'with a note': (
            <ProgressLine
              name={long}
              done={1284}
              total={1284}
              tone="green"
              notes={[text('state.complete')]}
              end={text('act.see')}
            />
          ),
        },
      },
      {
        name: 'RankRow',
        states: {
          'two rows, one a link': (
            <Stack as="ul" gap={8}>
              <RankRow name={short} value={format.number(900)} parts={parts} total={1000} />
              <RankRow
                name={long}
                mark={<PlatformMark platform="shopify" />}
                note={format.percent(0.42)}
                value={format.number(420)}
                parts={[{ key: 'all', count: 420, tone: 'primary' }]}
                total={1000}
                to="/"
              />
            </Stack>
          ),
        },
      },
      {
        name: 'RecollectedFigures',
        states: {
          'with conflicts': <RecollectedFigures of={recollected} />,
          'all decided': (
            <RecollectedFigures
              of={{
                ...recollected,
                products: { ...recollected.products, undecided: 0, gone: 0 },
                fieldsUndecided: 0,
              }}
            />
          ),
        },
      },
      {
        name: 'Ring',
        states: {
          'from unknown to done': (
            <Row gap={12}>
              {[null, 0, 0.3, 0.7, 1].map((part) => (
                <Ring key={String(part)} part={part} size={24} />
              ))}
            </Row>
          ),
        },
      },
      {
        name: 'SeriesMark',
        states: {
          'of every series': (
            <Row gap={12}>
              {[0, 1, 2, 3, 4, 5].map((place) => (
                <SeriesMark key={place} place={place} />
              ))}
            </Row>
          ),
        },
      },
      { name: 'SparkBars', states: { 'of a month': <SparkBars values={month} /> } },
      {
        name: 'Sparkline',
        states: { 'of a month': <Sparkline values={month} />, 'without values': <Sparkline values={[]} /> },
      },
      {
        name: 'TrendChart',
        states: {
          'one series': <TrendChart {...chart} label={short} series={[line(text('menu.products'), 1)]} />,
          'several series': (
            <TrendChart
              {...chart}
              label={long}
              series={[line('Shopify', 1), line('WooCommerce', 0.6), line('SHOPLINE', 0.3)]}
            />
          ),
        },
      },
    ];
  },
};
