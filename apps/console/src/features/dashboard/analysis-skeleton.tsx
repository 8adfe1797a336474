import { SkeletonBlock } from '../../ui/feedback/skeleton.tsx';

const four = ['a', 'b', 'c', 'd'];

/** Skeleton of the page while its figures load. */
export function AnalysisSkeleton() {
  return (
    <div className="skeleton-late" aria-hidden="true">
      <div className="analysis-figures">
        {four.map((key) => (
          <div key={key} className="analysis-figure">
            <SkeletonBlock width={64} height={14} />
            <SkeletonBlock width={110} height={34} />
            <SkeletonBlock width={90} height={12} />
          </div>
        ))}
      </div>
      <div style={{ height: 60 }} />
      <SkeletonBlock width="100%" height={300} />
    </div>
  );
}
