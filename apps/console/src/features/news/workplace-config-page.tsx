import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { AnnouncementsPart } from './announcements-part.tsx';
import { LinksPart } from './links-part.tsx';
import { ProviderPart } from './pages/provider-part.tsx';
import { useWorkplaceConfig } from './queries.ts';
import { useUnsavedParts } from './use-unsaved-parts.ts';
import './workplace-config.css';

/** Content for everyone: announcements, quick links, the footer links and their pages. */
export default function WorkplaceConfigPage() {
  const text = useText();
  const { data, error, refetch } = useWorkplaceConfig();
  const watch = useUnsavedParts();
  return (
    <div className="page reading">
      <PageHead title={text('menu.system.workplace')} hint={text('workplace.config.about')} />
      {data !== undefined ? (
        <>
          <AnnouncementsPart announcements={data.announcements} />
          <LinksPart
            key={data.linksRevision}
            links={data.links}
            revision={data.linksRevision}
            watch={watch}
          />
          <ProviderPart watch={watch} />
        </>
      ) : error !== null ? (
        <SectionFault failure={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={5} />
      )}
    </div>
  );
}
