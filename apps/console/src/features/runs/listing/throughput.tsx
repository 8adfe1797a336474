import { useEffect, useRef, useState } from 'react';

/** Number of samples in the chart; one about every second. */
const readingsMax = 60;

interface ThroughputProps {
  perSecond: number | null;
  /** 0 to 100: how close this pace is to the store's limit. */
  limitUsed: number | null;
}

/** The pace since the page was opened, with the store's limit (dotted). The figures are in the text next to it. */
export function Throughput({ perSecond, limitUsed }: ThroughputProps) {
  const readings = useRef<number[]>([]);
  const [points, setPoints] = useState('');
  useEffect(() => {
    if (perSecond === null) {
      return;
    }
    readings.current = [...readings.current, limitUsed ?? perSecond].slice(-readingsMax);
    const highest = limitUsed === null ? Math.max(...readings.current) : 100;
    const step = 100 / Math.max(12, readings.current.length - 1);
    setPoints(
      readings.current.map((value, index) => `${index * step},${27 - (value / highest) * 22}`).join(' '),
    );
  }, [perSecond, limitUsed]);

  if (readings.current.length < 3) {
    return <span className="throughput" />;
  }
  const last = points.split(' ').at(-1)?.split(',')[0] ?? '0';
  return (
    <svg
      className="throughput"
      viewBox="0 0 100 28"
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <path d="M0 4.5h100" stroke="var(--t4)" strokeDasharray="2 3" vectorEffect="non-scaling-stroke" />
      <polygon points={`0,28 ${points} ${last},28`} fill="var(--primary-soft)" />
      <polyline
        points={points}
        fill="none"
        stroke="var(--primary)"
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
