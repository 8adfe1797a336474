import type { TooltipContentProps } from 'recharts';
import { Area, AreaChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { SeriesMark, strokeOf } from './series-mark.tsx';
import './charts.css';

export interface TrendSeries {
  key: string;
  name: string;
  values: readonly number[];
}

interface TrendChartProps {
  /** What it shows, in a sentence that is read aloud. */
  label: string;
  points: readonly { short: string; full: string }[];
  series: readonly TrendSeries[];
  format(value: number): string;
  /** On the axis, where room is short. */
  compact(value: number): string;
}

const axisText = { fontSize: 12, fill: 'var(--t3)' };

/** Lines over time: values on hover, and by the arrow keys once it has the focus. A line that is alone is filled softly. */
export default function TrendChart({ label, points, series, format, compact }: TrendChartProps) {
  const rows = points.map((point, index) => ({
    index,
    ...point,
    ...Object.fromEntries(series.map(({ values }, place) => [`s${place}`, values[index] ?? 0])),
  }));
  return (
    <div className="trend-chart">
      <ResponsiveContainer width="100%" height="100%" initialDimension={{ width: 640, height: 300 }}>
        <AreaChart
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
            tickFormatter={compact}
            tick={axisText}
            tickLine={false}
            axisLine={false}
            width={44}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line2)' }}
            content={(shown) => <Values shown={shown} points={points} series={series} format={format} />}
          />
          {series.map(({ key }, place) => (
            <Area
              key={key}
              dataKey={`s${place}`}
              type="linear"
              stroke={strokeOf(place).stroke}
              strokeDasharray={strokeOf(place).dashes ?? '0'}
              strokeWidth={1.5}
              fill={series.length === 1 ? 'var(--primary-soft)' : 'none'}
              fillOpacity={1}
              dot={points.length === 1}
              activeDot={{ r: 3.5, strokeWidth: 0, fill: strokeOf(place).stroke }}
              isAnimationActive={false}
            />
          ))}
        </AreaChart>
      </ResponsiveContainer>
    </div>
  );
}

interface ValuesProps extends Pick<TrendChartProps, 'points' | 'series' | 'format'> {
  shown: Pick<TooltipContentProps<number, string>, 'active' | 'label'>;
}

function Values({ shown, points, series, format }: ValuesProps) {
  const index = Number(shown.label);
  const point = points[index];
  if (shown.active !== true || point === undefined) {
    return null;
  }
  return (
    <div className="trend-values">
      <div className="trend-values-when">{point.full}</div>
      {series.map(({ key, name, values }, place) => (
        <div key={key} className="trend-values-row">
          <SeriesMark place={place} />
          <span className="cut">{name}</span>
          <span className="num">{format(values[index] ?? 0)}</span>
        </div>
      ))}
    </div>
  );
}
