import './charts.css';

interface SparklineProps {
  values: readonly number[];
  width?: number;
  height?: number;
}

/**
 * The trend of a figure, without axes; the figure itself is in the text next to it. Nothing for fewer than two values.
 */
export function Sparkline({ values, width = 96, height = 24 }: SparklineProps) {
  const highest = Math.max(...values, 0);
  if (values.length < 2 || highest === 0) {
    return <span className="sparkline" style={{ width, height }} />;
  }
  const step = width / (values.length - 1);
  const points = values
    .map((value, index) => `${round(index * step)},${round(height - 1.5 - (value / highest) * (height - 3))}`)
    .join(' ');
  return (
    <svg
      className="sparkline"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polyline points={points} />
    </svg>
  );
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
