import type { Watch } from '@bowerbird/contract/collect/watches';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { mergePath, useConflictCount } from '../../lib/data/use-recollected.ts';
import { addressesOfQuery } from '../../lib/kept/pasted-addresses.ts';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../ui/images/icon.tsx';
import { Box, Grid } from '../../ui/layout/box.tsx';
import { PageHead } from '../../ui/layout/page-head.tsx';
import { TabRow } from '../../ui/layout/tab-row.tsx';
import { AlertsPart } from './alerts-part.tsx';
import type { AlertFilter } from './queries.ts';
import { useRequestOfRun, useUnreadAlerts, useWatches } from './queries.ts';
import type { Target } from './watch-draft.ts';
import { EditWatchDrawer, NewWatchDrawer } from './watch-drawer.tsx';
import { WatchRow } from './watch-row.tsx';
import './watches.css';

const here = '/collect/watches';

/** Sources that are re-collected automatically, and what happened there. */
export default function WatchesPage() {
  const text = useText();
  const may = useMay();
  const navigate = useNavigate();
  const { search } = useLocation();
  const query = useMemo(() => new URLSearchParams(search), [search]);
  const watches = useWatches();
  const [edited, setEdited] = useState<Watch | null>(null);
  const [filter, setFilter] = useState<AlertFilter>({ kind: null, watchId: null, unread: false });
  const tab = query.get('tab') === 'alerts' ? 'alerts' : 'watches';
  const show = (to: 'watches' | 'alerts' | 'new') =>
    void navigate(to === 'watches' ? here : to === 'new' ? `${here}?new` : `${here}?tab=alerts`, {
      replace: true,
    });
  const unread = useUnreadAlerts();
  const mayAdd = may('collect', 'add');
  const none = watches.data?.length === 0;
  const create = mayAdd && (
    <Button type="primary" icon={<Icon name="plus" />} onClick={() => show('new')}>
      {text('watches.new')}
    </Button>
  );
  return (
    <div className="page">
      <PageHead
        title={text('menu.collect.watches')}
        hint={text('watches.hint')}
        actions={none ? undefined : create}
      >
        <TabRow
          label={text('menu.collect.watches')}
          value={tab}
          onChange={show}
          tabs={[
            {
              key: 'watches',
              title: text('watches.tab.watches'),
              ...(watches.data === undefined ? {} : { count: watches.data.length }),
            },
            { key: 'alerts', title: text('watches.tab.alerts'), ...(unread > 0 ? { count: unread } : {}) },
          ]}
        />
      </PageHead>
      <Conflicts />
      {tab === 'alerts' ? (
        <AlertsPart
          filter={filter}
          watches={watches.data ?? []}
          onFilter={setFilter}
          onWatches={() => show('new')}
        />
      ) : watches.isError && watches.data === undefined ? (
        <SectionFault failure={watches.error} onRetry={() => void watches.refetch()} />
      ) : watches.data === undefined ? (
        <SkeletonRows rows={5} />
      ) : none ? (
        <Empty act={create}>{text('watches.empty')}</Empty>
      ) : (
        <Grid
          as="ul"
          className="watch-list"
          columns="minmax(0, 1fr) auto auto auto auto"
          gap={[0, 28]}
          aria-label={text('watches.tab.watches')}
        >
          {watches.data.map((watch) => (
            <WatchRow
              key={watch.id}
              watch={watch}
              onEdit={() => setEdited(watch)}
              onAlerts={() => {
                setFilter({ kind: null, watchId: watch.id, unread: false });
                show('alerts');
              }}
            />
          ))}
        </Grid>
      )}
      {mayAdd && <NewWatch query={query} onClose={() => show('watches')} />}
      {edited !== null && <EditWatchDrawer key={edited.id} watch={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Open conflicts of re-collected products, of all sources. */
function Conflicts() {
  const text = useText();
  const count = useConflictCount();
  if (count === 0) {
    return null;
  }
  return (
    <Box className="watch-questions" mb={14}>
      <Notice
        tone="amber"
        before={<StateGlyph state="conflict" />}
        act={<Link to={mergePath('all')}>{text('recollect.box.open', { n: count })}</Link>}
      >
        {text('watches.questions')}
      </Notice>
    </Box>
  );
}

/** The form of a new watch, opened by the page's address: empty, or for an address, a run or a claimed shop. */
function NewWatch({ query, onClose }: { query: URLSearchParams; onClose(): void }) {
  const runId = query.get('run');
  const ofRun = useRequestOfRun(runId);
  const [shop, platform] = [query.get('shop'), query.get('platform')];
  const addresses = useMemo(() => addressesOfQuery(query), [query]);
  const open = query.has('new') || runId !== null || shop !== null || addresses.length > 0;
  if (!open || (runId !== null && ofRun.isPending)) {
    return null;
  }
  const given: Target | null =
    ofRun.data ?? (shop !== null && platform !== null ? { kind: 'claimed', platform, shop } : null);
  return <NewWatchDrawer key={query.toString()} addresses={addresses} given={given} onClose={onClose} />;
}
