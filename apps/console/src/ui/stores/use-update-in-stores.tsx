import { type ChangedCount, countChanged, updateChanged } from '@bowerbird/contract/listing/states';
import type { Selection } from '@bowerbird/contract/products/products';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { call } from '../../lib/api/call.ts';
import { CallFailure } from '../../lib/api/call-failure.ts';
import { runKeys, runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../feedback/dialog.tsx';
import { useToast } from '../feedback/toast.tsx';
import { useReportFailure } from '../feedback/use-report-failure.ts';
import { PlatformMark } from '../images/platform-mark.tsx';
import { Row, Stack } from '../layout/box.tsx';

interface ToUpdate {
  selection: Selection;
  /** All stores if left out. */
  storeIds?: string[];
}

/**
 * Updates products in the stores where they were changed since they were listed. The person confirms the number of
 * products and stores first; if the number has changed meanwhile, they confirm again. The toast links to the run.
 */
export function useUpdateInStores(): { busy: boolean; begin(what: ToUpdate): Promise<boolean> } {
  const text = useText();
  const page = usePage();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);

  const begin = useCallback(
    async (what: ToUpdate): Promise<boolean> => {
      setBusy(true);
      try {
        for (;;) {
          const counted = await call(countChanged, { body: what });
          if (counted.listings === 0) {
            toast({ text: text('update.none'), state: 'complete' });
            return false;
          }
          const sure = await confirm({
            title: text('update.sure.title', { listings: counted.listings }),
            content: <Counted counted={counted} />,
            confirm: text('update.sure.confirm', {
              products: counted.products,
              stores: counted.stores.length,
            }),
          });
          if (!sure) {
            return false;
          }
          const begun = await call(updateChanged, { body: { ...what, expected: counted.listings } }).catch(
            (thrown: unknown) => {
              if (CallFailure.from(thrown).code === 'selection.changed') {
                return null;
              }
              throw thrown;
            },
          );
          if (begun === null) {
            continue;
          }
          const { runIds, products } = begun;
          const [first] = runIds;
          toast({
            state: 'sent',
            text: text('update.begun', { products }),
            onSee: () =>
              page.open(first !== undefined && runIds.length === 1 ? runPath(first) : '/list/query-list'),
          });
          void cache.invalidateQueries({ queryKey: runKeys.all });
          void cache.invalidateQueries({ queryKey: ['products'] });
          void cache.invalidateQueries({ queryKey: ['states'] });
          return true;
        }
      } catch (thrown) {
        reportFailure(thrown);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [cache, confirm, page, reportFailure, text, toast],
  );
  return { busy, begin };
}

function Counted({ counted: { products, stores } }: { counted: ChangedCount }) {
  const text = useText();
  return (
    <>
      <p>{text('update.sure.content', { products })}</p>
      <Stack as="ul" gap={8} maxH={240} mt={12} overflow="auto">
        {stores.map(({ storeId, name, platform, products: count }) => (
          <Row as="li" align="center" gap={8} key={storeId}>
            <PlatformMark platform={platform} size={18} />
            <span>{text('update.sure.store', { store: name, n: count })}</span>
          </Row>
        ))}
      </Stack>
    </>
  );
}
