import type { Watch } from '@bowerbird/contract/collect/watches';
import { alertKinds } from '@bowerbird/contract/collect/watches';
import { Button } from 'antd';
import { useText } from '../../lib/text/text.ts';
import { Empty, EmptyFiltered } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { Chip } from '../../ui/form/chip.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';
import { AlertGlyph } from './alert-glyph.tsx';
import { AlertRow } from './alert-row.tsx';
import type { AlertFilter } from './queries.ts';
import { useAlerts, useReadAlerts } from './queries.ts';

interface AlertsPartProps {
  filter: AlertFilter;
  watches: Watch[];
  onFilter(filter: AlertFilter): void;
  onWatches(): void;
}

/** Events at the watched sources, by kind, with unseen ones marked. */
export function AlertsPart({ filter, watches, onFilter, onWatches }: AlertsPartProps) {
  const text = useText();
  const reportFailure = useReportFailure();
  const alerts = useAlerts(filter);
  const read = useReadAlerts();
  const [first] = alerts.data?.pages ?? [];
  const items = alerts.data?.pages.flatMap((page) => page.items) ?? [];
  const unread = first?.unread ?? {};
  const unreadInAll = Object.values(unread).reduce((sum, count) => sum + (count ?? 0), 0);
  const filtered = filter.kind !== null || filter.watchId !== null || filter.unread;
  const ofWatch = watches.find(({ id }) => id === filter.watchId);
  const newest = items.reduce((latest, { at }) => (latest === '' || at > latest ? at : latest), '');

  return (
    <>
      <Row wrap align="center" justify="between" gap={10} mb={6}>
        <Row as="fieldset" wrap gap={8} shrink m={0} p={0} border="none" aria-label={text('watches.kinds')}>
          {alertKinds.map((kind) => (
            <Chip
              key={kind}
              set={filter.kind === kind}
              before={<AlertGlyph kind={kind} />}
              onClick={() => onFilter({ ...filter, kind: filter.kind === kind ? null : kind })}
            >
              {text(`watches.kind.${kind}`)}
              {(unread[kind] ?? 0) > 0 && (
                <Text as="b" ms={2}>
                  {' '}
                  {unread[kind]}
                </Text>
              )}
            </Chip>
          ))}
          <Chip set={filter.unread} onClick={() => onFilter({ ...filter, unread: !filter.unread })}>
            {text('watches.unreadOnly')}
          </Chip>
          {filter.watchId !== null && (
            <Chip
              set
              name={ofWatch?.name ?? text('watches.ofWatch')}
              onRemove={() => onFilter({ ...filter, watchId: null })}
            >
              {ofWatch?.name ?? text('watches.ofWatch')}
            </Chip>
          )}
        </Row>
        {unreadInAll > 0 && newest !== '' && (
          <Button
            size="small"
            loading={read.isPending}
            onClick={() => read.mutate({ upTo: newest }, { onError: reportFailure })}
          >
            {text('watches.readAll')}
          </Button>
        )}
      </Row>
      {alerts.isError && items.length === 0 ? (
        <SectionFault failure={alerts.error} onRetry={() => void alerts.refetch()} />
      ) : alerts.data === undefined ? (
        <SkeletonRows rows={6} />
      ) : items.length === 0 ? (
        filtered ? (
          <EmptyFiltered onRemove={() => onFilter({ kind: null, watchId: null, unread: false })} />
        ) : (
          <Empty
            act={
              watches.length === 0 && (
                <Button type="primary" onClick={onWatches}>
                  {text('watches.new')}
                </Button>
              )
            }
          >
            {text('watches.alerts.empty')}
          </Empty>
        )
      ) : (
        <Grid
          as="ul"
          className="alert-list"
          columns="minmax(120px, auto) minmax(var(--name-width), 1fr) auto auto"
          gap={[0, 24]}
          aria-label={text('watches.tab.alerts')}
          aria-busy={alerts.isFetching}
        >
          {items.map((alert) => (
            <AlertRow
              key={alert.id}
              alert={alert}
              onRead={() => {
                if (alert.readAt === null) {
                  read.mutate({ ids: [alert.id] }, { onError: reportFailure });
                }
              }}
            />
          ))}
        </Grid>
      )}
      {alerts.hasNextPage && (
        <Button
          type="text"
          block
          loading={alerts.isFetchingNextPage}
          onClick={() => void alerts.fetchNextPage()}
        >
          {text('recollect.loadMore')}
        </Button>
      )}
    </>
  );
}
