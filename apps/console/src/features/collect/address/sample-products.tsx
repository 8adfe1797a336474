import { useText } from '../../../lib/text/text.ts';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import { GoodTile } from '../results/good-tile.tsx';
import type { Candidate } from './recognised.ts';

/** The first products of a source, before anything is collected. */
export function SampleProducts({ candidate }: { candidate: Candidate }) {
  const text = useText();
  if (candidate.sample.length === 0) {
    return null;
  }
  return (
    <Box as="section" mt={10}>
      <SectionHead bare title={text('collect.sample')} note={text('collect.sample.note')} />
      <Grid as="ul" className="good-tiles" columns={6} gap={14}>
        {candidate.sample.slice(0, 6).map((good) => (
          <GoodTile key={`${good.title} ${good.imageUrl}`} {...good} />
        ))}
      </Grid>
    </Box>
  );
}
