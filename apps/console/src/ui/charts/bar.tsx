import { Box, Row } from '../layout/box.tsx';
import './figures.css';

export type BarTone = 'primary' | 'green' | 'amber' | 'red' | 'violet' | 't4';

interface BarProps {
  /** 0 to 1; null until known. */
  part: number | null;
  tone?: BarTone;
  thick?: boolean;
  label: string;
  /** Read by screen readers in place of the percentage. */
  valueText?: string;
}

/** A bar of progress or usage. */
export function Bar({ part, tone = 'primary', thick = false, label, valueText }: BarProps) {
  const value = Math.min(1, Math.max(0, part ?? 0));
  return (
    <Row
      className={thick ? 'bar thick' : 'bar'}
      relative
      gap={2}
      h={4}
      overflow="hidden"
      ground="track"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={part === null ? undefined : Math.round(value * 100)}
      aria-valuetext={valueText}
    >
      <Box
        className={`bar-fill tone-bar-${tone}`}
        w="100%"
        h="100%"
        ground="primary"
        style={{ transform: `scaleX(${value})` }}
      />
    </Row>
  );
}

interface SegmentBarProps {
  /** In drawing order; the rest of the total stays empty. */
  parts: { key: string; count: number; tone: BarTone }[];
  total: number;
  thick?: boolean;
}

/** Composition of a total by state. The text next to it gives the counts. */
export function SegmentBar({ parts, total, thick = true }: SegmentBarProps) {
  return (
    <Row
      className={thick ? 'bar thick' : 'bar'}
      relative
      gap={2}
      h={4}
      overflow="hidden"
      ground="track"
      aria-hidden="true"
    >
      {parts
        .filter(({ count }) => count > 0)
        .map(({ key, count, tone }) => (
          <Box
            key={key}
            className="bar-part"
            relative
            minW={3}
            overflow="hidden"
            style={{ width: `${(count / Math.max(1, total)) * 100}%` }}
          >
            <Box className={`bar-fill tone-bar-${tone}`} w="100%" h="100%" ground="primary" />
          </Box>
        ))}
    </Row>
  );
}

interface SliceBarProps {
  /** Each slice is as wide as its weight, and filled as far as it is done (0 to 1). */
  slices: { key: string; weight: number; part: number; name: string }[];
}

/** A bar divided into the slices really fetched. */
export function SliceBar({ slices }: SliceBarProps) {
  return (
    <Row
      className="bar thick sliced"
      relative
      gap={2}
      h={4}
      overflow="hidden"
      ground="track"
      aria-hidden="true"
    >
      {slices.map(({ key, weight, part, name }) => (
        <Box
          key={key}
          className="bar-part"
          relative
          minW={3}
          overflow="hidden"
          title={name}
          style={{ flex: `${Math.max(weight, 0.02)} 1 0` }}
        >
          <Box
            className="bar-fill"
            w="100%"
            h="100%"
            ground="primary"
            style={{ transform: `scaleX(${Math.min(1, Math.max(0, part))})` }}
          />
        </Box>
      ))}
    </Row>
  );
}
