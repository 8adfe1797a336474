import { SkeletonBlock } from '../../../ui/feedback/skeleton.tsx';
import { Grid } from '../../../ui/layout/box.tsx';

const four = ['a', 'b', 'c', 'd'];

/** Skeleton of the page while its figures load. */
export function AnalysisSkeleton() {
  return (
    <div className="skeleton-late" aria-hidden="true">
      <Grid className="analysis-figures" columns={4} m={0} p={0} border="none" shrink>
        {four.map((key) => (
          <Grid key={key} className="analysis-figure" relative gap={2} p={[10, 20, 14]} borderBottom>
            <SkeletonBlock width={64} height={14} />
            <SkeletonBlock width={110} height={34} />
            <SkeletonBlock width={90} height={12} />
          </Grid>
        ))}
      </Grid>
      <div style={{ height: 60 }} />
      <SkeletonBlock width="100%" height={300} />
    </div>
  );
}
