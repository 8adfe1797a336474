import { SkeletonBlock, SkeletonPage } from '../ui/feedback/skeleton.tsx';
import { Logo } from '../ui/images/logo.tsx';
import './frame.css';

/** Placeholder of the frame while the session loads. */
export function FrameSkeleton() {
  return (
    <div className="frame" aria-hidden="true">
      <div className="frame-scroll">
        <div className="frame-body">
          <aside className="side on-dark">
            <div className="side-head">
              <Logo />
            </div>
            <div className="skeleton-late" style={{ display: 'grid', gap: 20, padding: '14px 24px' }}>
              {[84, 64, 72, 56, 68].map((width) => (
                <SkeletonBlock key={width} width={width} height={12} />
              ))}
            </div>
          </aside>
          <div className="frame-column">
            <div className="frame-top">
              <div className="head">
                <span className="head-gap" />
                <span className="head-waiting" />
              </div>
              <div className="tab-bar" />
            </div>
            <main className="frame-page">
              <SkeletonPage />
            </main>
          </div>
        </div>
      </div>
    </div>
  );
}
