import { delistProducts, relistProducts, removeProducts } from '@bowerbird/contract/listing/after';
import { listStores } from '@bowerbird/contract/listing/stores';
import type { Selection } from '@bowerbird/contract/products/products';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { call } from '../../../lib/api/call.ts';
import { CallFailure } from '../../../lib/api/call-failure.ts';
import { runKeys, runPath } from '../../../lib/data/use-runs.tsx';
import { usePage } from '../../../lib/page.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { useConfirm } from '../../../ui/feedback/dialog.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { PlatformMark } from '../../../ui/images/platform-mark.tsx';
import { Row, Stack } from '../../../ui/layout/box.tsx';
import { BulkAction } from '../../../ui/table/bulk-bar.tsx';
import { Text } from '../../../ui/text/text.tsx';
import './in-stores.css';

const routes = { delist: delistProducts, relist: relistProducts, remove: removeProducts };
type Action = keyof typeof routes;

interface InStoresProps {
  count: number;
  /** Returns the selection; null if it cannot be used, after showing why. */
  take(): Selection | null;
}

/** Delists, relists or deletes the selected products in the chosen stores. */
export function InStores({ count, take }: InStoresProps) {
  const text = useText();
  const may = useMay();
  const [chosen, setChosen] = useState<Selection | null>(null);
  if (!may('listing', 'edit') && !may('listing', 'delete')) {
    return null;
  }
  return (
    <>
      <BulkAction icon={<Icon name="store" />} onClick={() => setChosen(take())}>
        {text('products.bulk.inStores')}
      </BulkAction>
      <InStoresDialog count={count} selection={chosen} onClose={() => setChosen(null)} />
    </>
  );
}

interface InStoresDialogProps {
  count: number;
  selection: Selection | null;
  onClose(): void;
}

function InStoresDialog({ count: shown, selection, onClose }: InStoresDialogProps) {
  const text = useText();
  const may = useMay();
  const page = usePage();
  const reportFailure = useReportFailure();
  const confirm = useConfirm();
  const cache = useQueryClient();
  const [left, setLeft] = useState<string[]>([]);
  /** The server's count, if it differs from the number shown. */
  const [recounted, setRecounted] = useState<{ of: Selection; count: number } | null>(null);
  const count = recounted !== null && recounted.of === selection ? recounted.count : shown;
  const stores = useQuery({
    queryKey: ['stores'],
    queryFn: ({ signal }) => call(listStores, {}, { signal }),
    enabled: selection !== null,
  });
  const rows = stores.data ?? [];
  const storeIds = rows.flatMap(({ id }) => (left.includes(id) ? [] : [id]));
  const act = useMutation({
    mutationFn: ({ what, of }: { what: Action; of: Selection }) =>
      call(routes[what], { body: { storeIds, selection: of, expected: count } }),
    onError: (thrown, { of }) => {
      const { code, params } = CallFailure.from(thrown);
      if (code === 'selection.changed' && typeof params.count === 'number') {
        setRecounted({ of, count: params.count });
      }
      reportFailure(thrown);
    },
    onSuccess: ({ runId }) => {
      onClose();
      page.open(runPath(runId));
    },
    onSettled: () => cache.invalidateQueries({ queryKey: runKeys.all }),
  });
  const begin = async (what: Action) => {
    const sure =
      what !== 'remove' ||
      (await confirm({
        title: text('products.inStores.remove.title', { n: count }),
        content: text('products.inStores.note'),
        confirm: text('products.inStores.remove'),
        danger: true,
      }));
    if (sure && selection !== null) {
      act.mutate({ what, of: selection });
    }
  };
  const button = (what: Action) => (
    <Button
      key={what}
      danger={what === 'remove'}
      disabled={storeIds.length === 0 || act.isPending}
      loading={act.isPending && act.variables.what === what}
      onClick={() => void begin(what)}
    >
      {text(`products.inStores.${what}`)}
    </Button>
  );
  return (
    <Modal
      open={selection !== null}
      title={text('products.inStores.title', { n: count })}
      width={480}
      centered
      destroyOnHidden
      onCancel={onClose}
      footer={[
        ...(may('listing', 'delete') ? [button('remove')] : []),
        ...(may('listing', 'edit') ? [button('relist'), button('delist')] : []),
      ]}
    >
      <Stack as="fieldset" shrink p={0} m={0} border="none" gap={10} maxH="40vh" overflow="auto">
        <legend className="only-read">{text('products.inStores.stores')}</legend>
        {rows.map(({ id, name, platform }) => (
          <Checkbox
            key={id}
            checked={!left.includes(id)}
            onChange={({ target }) =>
              setLeft(target.checked ? left.filter((each) => each !== id) : [...left, id])
            }
          >
            <Row as="span" inline align="center" gap={8}>
              <PlatformMark platform={platform} size={20} />
              {name}
            </Row>
          </Checkbox>
        ))}
      </Stack>
      <Text as="p" mt={14} font="caption" tone="t2">
        {text('products.inStores.note')}
      </Text>
    </Modal>
  );
}
