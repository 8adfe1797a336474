import type { TooltipContentProps } from 'recharts';
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { Box, Grid, Stack } from '../layout/box.tsx';
import { countTicks } from './chart-ticks.ts';
import { SeriesMark, strokeOf } from './series-mark.tsx';
import './charts.css';

export interface TrendSeries {
  key: string;
  name: string;
  values: readonly number[];
}

interface TrendChartProps {
  /** Description for screen readers. */
  label: string;
  points: readonly { short: string; full: string }[];
  series: readonly TrendSeries[];
  /** How many points have begun; future points are not drawn as zero. */
  begun: number;
  format(value: number): string;
  /** For the axis, where space is limited. */
  compact(value: number): string;
}

const axisText = { fontSize: 12, fill: 'var(--t3)' };

/**
 * Counts over time: bars for one series, so that an empty day is a gap and no slope leads to the next; lines to compare
 * several series. Values appear on hover, and by the arrow keys while it has the focus.
 */
export default function TrendChart({ label, points, series, begun, format, compact }: TrendChartProps) {
  const rows = points.map((point, index) => ({
    index,
    ...point,
    ...(index < begun &&
      Object.fromEntries(series.map(({ values }, place) => [`s${place}`, values[index] ?? 0]))),
  }));
  const ticks = countTicks(Math.max(0, ...series.flatMap(({ values }) => values)));
  return (
    <Box className="trend-chart" h={300} shrink>
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 300 }}>
        <ComposedChart
          data={rows}
          margin={{ top: 8, right: 8, bottom: 0, left: 0 }}
          accessibilityLayer
          title={label}
        >
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis
            dataKey="index"
            tickFormatter={(index: number) => points[index]?.short ?? ''}
            tick={axisText}
            tickLine={false}
            axisLine={{ stroke: 'var(--line2)' }}
            minTickGap={40}
          />
          <YAxis
            allowDecimals={false}
            ticks={ticks}
            domain={[0, ticks.at(-1) ?? 1]}
            tickFormatter={compact}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={series.length === 1 ? { fill: 'var(--hover)' } : { stroke: 'var(--line2)' }}
            content={(shown) => (
              <Values shown={shown} points={points} series={series} begun={begun} format={format} />
            )}
          />
          {series.map(({ key }, place) =>
            series.length === 1 ? (
              <Bar
                key={key}
                dataKey={`s${place}`}
                fill="var(--primary)"
                radius={[2, 2, 0, 0]}
                maxBarSize={28}
                isAnimationActive={false}
              />
            ) : (
              <Line
                key={key}
                dataKey={`s${place}`}
                type="linear"
                stroke={strokeOf(place).stroke}
                strokeDasharray={strokeOf(place).dashes ?? '0'}
                strokeWidth={1.5}
                dot={points.length === 1}
                activeDot={{ r: 3.5, strokeWidth: 0, fill: strokeOf(place).stroke }}
                isAnimationActive={false}
              />
            ),
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </Box>
  );
}

interface ValuesProps extends Pick<TrendChartProps, 'points' | 'series' | 'begun' | 'format'> {
  shown: Pick<TooltipContentProps<number, string>, 'active' | 'label'>;
}

function Values({ shown, points, series, begun, format }: ValuesProps) {
  const index = Number(shown.label);
  const point = points[index];
  if (shown.active !== true || point === undefined || index >= begun) {
    return null;
  }
  return (
    <Stack
      className="trend-values"
      gap={2}
      minW={140}
      maxW={280}
      p={[10, 12]}
      radius="m"
      font="small"
      tone="t1"
      ground="raised"
    >
      <Box font="caption" tone="t2">
        {point.full}
      </Box>
      {series.map(({ key, name, values }, place) => (
        <Grid key={key} columns="18px minmax(0, 1fr) auto" align="center" gap={8}>
          <SeriesMark place={place} />
          <span className="cut">{name}</span>
          <span className="num">{format(values[index] ?? 0)}</span>
        </Grid>
      ))}
    </Stack>
  );
}
