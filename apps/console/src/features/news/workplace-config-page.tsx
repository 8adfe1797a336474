import { useText } from '../../lib/text.ts';
import { SectionFault } from '../../ui/fault-row.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { AnnouncementsPart } from './announcements-part.tsx';
import { LinksPart } from './links-part.tsx';
import { useWorkplaceConfig } from './queries.ts';
import './workplace-config.css';

/** What every Workplace shows: announcements and the links that everybody has. */
export default function WorkplaceConfigPage() {
  const text = useText();
  const { data, error, refetch } = useWorkplaceConfig();
  return (
    <div className="page reading">
      <PageHead title={text('menu.system.workplace')} hint={text('workplace.config.about')} />
      {data !== undefined ? (
        <>
          <AnnouncementsPart announcements={data.announcements} />
          <LinksPart key={data.linksRevision} links={data.links} revision={data.linksRevision} />
        </>
      ) : error !== null ? (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </div>
  );
}
