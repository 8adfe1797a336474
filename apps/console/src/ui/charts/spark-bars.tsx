import './charts.css';

interface SparkBarsProps {
  values: readonly number[];
  width?: number;
  height?: number;
}

/** More bars would be too thin to tell apart; neighbours are then summed up. */
const barsMax = 32;

/**
 * A figure day by day as small bars, without axes; an empty day is empty. The figure itself is in the text next to it.
 */
export function SparkBars({ values, width = 96, height = 24 }: SparkBarsProps) {
  const per = Math.max(1, Math.ceil(values.length / barsMax));
  const sums = Array.from({ length: Math.ceil(values.length / per) }, (_, index) =>
    values.slice(index * per, (index + 1) * per).reduce((sum, each) => sum + each, 0),
  );
  const highest = Math.max(...sums, 0);
  const step = width / Math.max(1, sums.length);
  return (
    <svg
      className="sparkline spark-bars"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      focusable="false"
    >
      {sums.map((sum, index) => {
        const tall = highest === 0 || sum === 0 ? 0 : Math.max(1.5, (sum / highest) * height);
        // Bars are identified by their index alone.
        const key = `bar ${index}`;
        return (
          <rect
            key={key}
            x={index * step}
            y={height - tall}
            width={Math.max(1, step - 1)}
            height={tall}
            rx={0.5}
          />
        );
      })}
    </svg>
  );
}
