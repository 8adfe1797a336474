import { useNavigate, useSearchParams } from 'react-router';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Box, Grid } from '../../../ui/layout/box.tsx';
import { PageHead } from '../../../ui/layout/page-head.tsx';
import { TabRow } from '../../../ui/layout/tab-row.tsx';
import { ApiTokens, PairedBrowsers } from '../security/binding-settings.tsx';
import { useCenter, useProfile } from '../settings/own-account-queries.ts';
import { NewsPart } from './news-part.tsx';
import { OwnPerson } from './own-person.tsx';
import { OwnProjects } from './own-projects.tsx';
import { OwnWork } from './own-work.tsx';
import '../settings/settings.css';
import './center.css';

type Part = 'page' | 'article' | 'app' | 'project';

/** The person's own page: profile on the left; work, articles, programs and projects on the right. */
export default function CenterPage() {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const profile = useProfile();
  const center = useCenter();
  const parts: Part[] = [
    'page',
    ...(may('news', 'query') ? (['article'] as const) : []),
    'app',
    ...(may('collect', 'query') || may('organisation', 'query') ? (['project'] as const) : []),
  ];
  const part = parts.find((each) => each === query.get('tab')) ?? 'page';
  const failed = profile.isError ? profile : center.isError ? center : null;

  return (
    <div className="page reading">
      <PageHead title={text('menu.account.center')} />
      {profile.data !== undefined && center.data !== undefined ? (
        <Grid className="center-columns" oneUnder={992} columns="264px minmax(0, 1fr)" gap={44} align="start">
          <OwnPerson profile={profile.data} team={center.data.team} />
          <Box shrink>
            <TabRow
              label={text('menu.account.center')}
              value={part}
              onChange={(chosen) => void navigate(`?tab=${chosen}`, { replace: true })}
              tabs={parts.map((key) => ({ key, title: text(`account.center.${key}`) }))}
            />
            <div role="tabpanel" aria-label={text(`account.center.${part}`)}>
              {part === 'page' && <OwnWork center={center.data} />}
              {part === 'article' && <NewsPart />}
              {part === 'app' && (
                <div className="settings-sections">
                  <ApiTokens />
                  <PairedBrowsers />
                </div>
              )}
              {part === 'project' && <OwnProjects />}
            </div>
          </Box>
        </Grid>
      ) : failed !== null ? (
        <SectionFault failure={failed.error} onRetry={() => void failed.refetch()} />
      ) : (
        <SkeletonRows rows={6} />
      )}
    </div>
  );
}
