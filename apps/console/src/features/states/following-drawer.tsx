import type { ListingFacets, StoreFollowing } from '@bowerbird/contract/listing/states';
import { Select, Switch } from 'antd';
import { Link } from 'react-router';
import { useMay } from '../../lib/person/session.ts';
import { useFaultText } from '../../lib/text/fault-text.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Notice, SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Box, Row, Stack } from '../../ui/layout/box.tsx';
import { Drawer } from '../../ui/layout/drawer.tsx';
import { useFollowing, useSaveFollowing } from './queries.ts';

interface FollowingDrawerProps {
  open: boolean;
  stores: ListingFacets['stores'];
  onClose(): void;
}

const hours = [0, 1, 2, 4, 8, 12, 24] as const;

/** Which stores are updated automatically when followed sources change, with what, and how often. */
export function FollowingDrawer({ open, stores, onClose }: FollowingDrawerProps) {
  const text = useText();
  const following = useFollowing(open);
  return (
    <Drawer title={text('places.following')} open={open} onClose={onClose} width={480}>
      <p className="quiet">{text('places.following.about')}</p>
      {following.isError ? (
        <SectionFault failure={following.error} onRetry={() => void following.refetch()} />
      ) : following.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : stores.length === 0 ? (
        <Link to="/list/card">{text('places.following.none')}</Link>
      ) : (
        stores.map((store) => (
          <OneStore
            key={store.storeId}
            store={store}
            of={following.data.find(({ storeId }) => storeId === store.storeId) ?? null}
          />
        ))
      )}
    </Drawer>
  );
}

function OneStore({ store, of }: { store: ListingFacets['stores'][number]; of: StoreFollowing | null }) {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const sentence = useFaultText();
  const save = useSaveFollowing();
  const reportFailure = useReportFailure();
  const mayEdit = may('listing', 'edit');
  const change = (next: { what: 'all' | 'amounts'; everyHours: number } | null) =>
    save.mutate({ storeIds: [store.storeId], following: next }, { onError: reportFailure });
  const now = { what: of?.what ?? ('amounts' as const), everyHours: of?.everyHours ?? 0 };
  return (
    <Box as="section" mt={14} p={[14, 0, 0]} borderTop aria-label={store.name}>
      <Row className="states-following-head" align="center" gap={8}>
        <PlatformMark platform={store.platform} size={18} named />
        <span className="cut">{store.name}</span>
        <Switch
          size="small"
          checked={of !== null}
          disabled={!mayEdit || save.isPending}
          aria-label={text('places.following.on', { store: store.name })}
          onChange={(on) => change(on ? now : null)}
        />
      </Row>
      {of !== null && (
        <Stack className="states-following-choices" gap={8} mt={10}>
          <Select
            value={of.what}
            disabled={!mayEdit}
            aria-label={text('places.following.what')}
            options={(['amounts', 'all'] as const).map((value) => ({
              value,
              label: text(`places.following.${value}`),
            }))}
            onChange={(what) => change({ ...now, what })}
          />
          <Select
            value={of.everyHours}
            disabled={!mayEdit}
            aria-label={text('places.following.when')}
            options={hours.map((value) => ({
              value,
              label:
                value === 0 ? text('places.following.once') : text('places.following.every', { n: value }),
            }))}
            onChange={(everyHours) => change({ ...now, everyHours })}
          />
          {!of.setsStock && <p className="caption">{text('places.following.noStock')}</p>}
          {of.nextAt !== null && (
            <p className="caption">{text('places.following.next', { time: format.full(of.nextAt) })}</p>
          )}
          {of.lastRunId !== null && (
            <Link to={`/profile/basic/${of.lastRunId}`}>{text('places.following.last')}</Link>
          )}
          {of.fault !== null && (
            <Notice tone="amber" before={<StateGlyph state="held" />}>
              {sentence(of.fault)}
            </Notice>
          )}
        </Stack>
      )}
    </Box>
  );
}
