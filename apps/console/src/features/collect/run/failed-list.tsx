import { startCollect } from '@bowerbird/contract/collect/collect';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { usePlatformScope } from '../../../lib/data/platform-scope.ts';
import { usePlatforms } from '../../../lib/data/use-platforms.ts';
import { runKeys } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Empty } from '../../../ui/feedback/empty.tsx';
import { FaultRow, SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { ReadWithPlugin } from '../../../ui/stores/read-with-plugin.tsx';
import { ReadFailed } from '../address/read-failed.tsx';
import { useFailed } from '../queries.ts';

/** Errors where a browser would find nothing either. */
export const goneForAll: readonly string[] = ['source.gone', 'source.frozen', 'address.invalid'];

/** Pages that could not be read, each with its reason and a retry. */
export function FailedList() {
  const text = useText();
  const format = useFormat();
  const sentence = useFaultText();
  const may = useMay();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFailed(true);
  const again = useTryAgain();
  const scope = usePlatformScope();
  const platforms = usePlatforms();
  const inBrowser = new Set(platforms.filter((each) => each.inBrowser).map(({ id }) => id));
  const items = (data?.pages.flatMap((page) => page.items) ?? []).filter(
    ({ platform }) => scope === null || platform === scope.platform,
  );
  if (error !== null && data === undefined) {
    return <SectionFault failure={error} onRetry={() => void refetch()} />;
  }
  if (data === undefined) {
    return <SkeletonRows rows={5} />;
  }
  if (items.length === 0) {
    return <Empty>{text('collect.failed.none')}</Empty>;
  }
  return (
    <>
      {may('collect', 'add') && <ReadFailed />}
      {items.map((item) => (
        <FaultRow
          key={item.id}
          state="failed"
          what={
            <a href={item.address} target="_blank" rel="noreferrer">
              {item.address}
            </a>
          }
          why={
            <>
              {sentence(item.fault)} <span title={format.full(item.at)}>{format.relative(item.at)}</span>
            </>
          }
          act={
            may('collect', 'add') && (
              <Row as="span" wrap justify="end" gap={8}>
                {inBrowser.has(item.platform) && !goneForAll.includes(item.fault.code) && (
                  <ReadWithPlugin
                    size="small"
                    platform={item.platform}
                    urls={[item.address]}
                    label={text('plugin.read.named', { address: item.address })}
                  >
                    {text('plugin.read.one')}
                  </ReadWithPlugin>
                )}
                <Button
                  size="small"
                  disabled={again.tried.has(item.id)}
                  loading={again.isPending && again.variables.id === item.id}
                  onClick={() => again.mutate(item)}
                >
                  {text(again.tried.has(item.id) ? 'collect.failed.trying' : 'act.retry')}
                </Button>
              </Row>
            )
          }
        />
      ))}
      {hasNextPage && (
        <div style={{ padding: '16px 0', textAlign: 'center' }}>
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {text('act.more')}
          </Button>
        </div>
      )}
    </>
  );
}

function useTryAgain() {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const cache = useQueryClient();
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set());
  const mutation = useMutation({
    mutationFn: ({ platform, address }: { id: string; platform: string; address: string }) =>
      call(startCollect, { body: { platform, scope: 'list', addresses: [address] } }),
    onSuccess: ({ runId }, { id }) => {
      setTried((held) => new Set(held).add(id));
      void cache.invalidateQueries({ queryKey: runKeys.current });
      toast({
        state: 'running',
        text: text('collect.failed.again'),
        runId,
        onSee: () => page.open(`/collect/product?run=${runId}`),
      });
    },
    onError: reportFailure,
  });
  return { ...mutation, variables: mutation.variables ?? { id: '' }, tried };
}
