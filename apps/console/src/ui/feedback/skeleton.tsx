import type { ReactNode } from 'react';
import { Box, Grid, Row, Stack } from '../layout/box.tsx';
import { Text } from '../text/text.tsx';
import { SlowNote } from './slow-note.tsx';
import '../charts/bars.css';

interface SkeletonBlockProps {
  width: number | string;
  height: number;
  round?: number;
}

export function SkeletonBlock({ width, height, round }: SkeletonBlockProps) {
  return (
    <Box
      as="span"
      className="skeleton"
      block
      ground="sunk"
      style={{ width, height, ...(round === undefined ? {} : { borderRadius: round }) }}
    />
  );
}

const widths = ['46%', '38%', '52%', '41%', '34%', '48%'];
const keys = (count: number) => Array.from({ length: count }, (_, index) => `row-${index}`);

/** Placeholder rows of a product table while loading; shows nothing for the first 200 ms. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
  return (
    <div className="skeleton-late" aria-hidden="true">
      {keys(rows).map((key, index) => (
        <Row key={key} align="center" gap={12} h={52} borderBottom>
          <SkeletonBlock width={40} height={40} round={8} />
          <SkeletonBlock width={widths[index % widths.length] ?? '40%'} height={12} />
          <span style={{ flex: 1 }} />
          <SkeletonBlock width={64} height={12} />
          <SkeletonBlock width={48} height={12} />
        </Row>
      ))}
    </div>
  );
}

/** Placeholder cards of products while loading. */
export function SkeletonCards({ cards = 10 }: { cards?: number }) {
  return (
    <Grid
      className="skeleton-late"
      columns="repeat(auto-fill, minmax(180px, 1fr))"
      gap={[24, 18]}
      aria-hidden="true"
    >
      {keys(cards).map((key) => (
        <div key={key}>
          <Box
            as="span"
            className="skeleton"
            block
            ground="sunk"
            style={{ aspectRatio: 1, borderRadius: 12, marginBottom: 10 }}
          />
          <SkeletonBlock width="80%" height={12} />
        </div>
      ))}
    </Grid>
  );
}

/** Shape of a page's skeleton. */
export type PageShape = 'list' | 'cards' | 'editor' | 'run' | 'wizard' | 'dashboard' | 'reading';

/** Skeleton of a page whose code or data is loading, in the shape of the content. */
export function SkeletonPage({ shape = 'list' }: { shape?: PageShape }) {
  return (
    <div className="page skeleton-late" data-shape={shape}>
      <div aria-hidden="true">
        <SkeletonBlock width={180} height={22} />
        <div style={{ height: 24 }} />
        {bodies[shape]}
      </div>
      <SlowNote />
    </div>
  );
}

const fields = (count: number) =>
  keys(count).map((key) => (
    <Stack key={key} gap={8} mb={20}>
      <SkeletonBlock width={72} height={12} />
      <SkeletonBlock width="100%" height={38} round={8} />
    </Stack>
  ));
const figures = (
  <Grid columns="repeat(auto-fit, minmax(140px, 1fr))" gap={24} mb={12}>
    {keys(4).map((key) => (
      <Stack key={key} gap={8} mb={20}>
        <SkeletonBlock width={64} height={12} />
        <SkeletonBlock width={96} height={26} />
      </Stack>
    ))}
  </Grid>
);

const bodies: Record<PageShape, ReactNode> = {
  list: (
    <>
      <Row wrap gap={12} mb={16}>
        <SkeletonBlock width={280} height={34} round={8} />
        <SkeletonBlock width={96} height={34} round={8} />
        <SkeletonBlock width={96} height={34} round={8} />
      </Row>
      <SkeletonRows rows={8} />
    </>
  ),
  cards: <SkeletonCards cards={8} />,
  editor: (
    <Grid oneUnder={768} columns="minmax(0, 2fr) minmax(0, 1fr)" gap={24}>
      <div>{fields(4)}</div>
      <div>
        <Text className="skeleton skeleton-square" block ground="sunk" mb={20} />
        {fields(2)}
      </div>
    </Grid>
  ),
  run: (
    <>
      {figures}
      <SkeletonBlock width="100%" height={8} round={4} />
      <div style={{ height: 24 }} />
      <SkeletonRows rows={5} />
    </>
  ),
  wizard: (
    <>
      <Row wrap gap={12} mb={16}>
        {keys(4).map((key) => (
          <SkeletonBlock key={key} width={112} height={16} />
        ))}
      </Row>
      <SkeletonBlock width="100%" height={72} round={10} />
      <div style={{ height: 16 }} />
      {fields(3)}
    </>
  ),
  dashboard: (
    <>
      {figures}
      <Grid oneUnder={768} columns="minmax(0, 2fr) minmax(0, 1fr)" gap={24}>
        <SkeletonBlock width="100%" height={220} round={12} />
        <SkeletonBlock width="100%" height={220} round={12} />
      </Grid>
    </>
  ),
  reading: <SkeletonLines lines={10} />,
};

/** Placeholder lines of text while loading. */
export function SkeletonLines({ lines = 3 }: { lines?: number }) {
  return (
    <div className="skeleton-late" aria-hidden="true" style={{ display: 'grid', gap: 10, padding: '12px 0' }}>
      {keys(lines).map((key, index) => (
        <SkeletonBlock key={key} width={widths[index % widths.length] ?? '40%'} height={12} />
      ))}
    </div>
  );
}
