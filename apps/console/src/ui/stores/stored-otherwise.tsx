import type { StoredOtherwise } from '@bowerbird/contract/listing/as-stored';
import { Button } from 'antd';
import { runPath } from '../../lib/data/use-runs.tsx';
import { usePage } from '../../lib/page.ts';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { useConfirm } from '../feedback/dialog.tsx';
import { SectionFault } from '../feedback/fault-row.tsx';
import { SkeletonLines } from '../feedback/skeleton.tsx';
import { Row, Stack } from '../layout/box.tsx';
import { ProductCell } from '../table/product-cell.tsx';
import { StoredFields } from './stored-fields.tsx';
import { type StoredAct, type StoredOf, useStoredAct, useStoredOtherwise } from './use-stored-otherwise.ts';

interface StoredOtherwiseListProps {
  of: StoredOf;
  /** Only what is in this store. */
  storeId?: string;
}

/**
 * Products that stores keep hidden with other values than were sent, each with field, sent and stored value: published
 * with the store's values, or removed, one by one or all together.
 */
export default function StoredOtherwiseList({ of, storeId }: StoredOtherwiseListProps) {
  const text = useText();
  const kept = useStoredOtherwise(of);
  const { busy, begin } = useDeciding();
  if (kept.isError) {
    return <SectionFault failure={kept.error} onRetry={() => void kept.refetch()} />;
  }
  if (kept.data === undefined) {
    return <SkeletonLines lines={4} />;
  }
  const items = kept.data.items.filter((each) => storeId === undefined || each.storeId === storeId);
  if (items.length === 0) {
    return 'runId' in of ? <p className="quiet">{text('runs.stored.none')}</p> : null;
  }
  const n = storeId === undefined ? kept.data.total : items.length;
  return (
    <Stack gap={16}>
      <p>{text('runs.stored.lead', { n })}</p>
      {'runId' in of && n > 1 && (
        <Decision
          busy={busy}
          labels={{
            publish: text('runs.stored.publishAll', { n }),
            remove: text('runs.stored.removeAll', { n }),
          }}
          onDecide={(act) => void begin(act, n, { runId: of.runId, expected: n })}
        />
      )}
      {items.map((item) => (
        <OneStored key={item.listingId} item={item} named={'runId' in of}>
          <Decision
            busy={busy}
            labels={{ publish: text('runs.stored.publish'), remove: text('places.act.remove') }}
            onDecide={(act) => void begin(act, 1, { listingIds: [item.listingId] })}
          />
        </OneStored>
      ))}
    </Stack>
  );
}

function OneStored({
  item,
  named,
  children,
}: {
  item: StoredOtherwise;
  named: boolean;
  children: React.ReactNode;
}) {
  return (
    <Stack as="article" className="box" gap={10} aria-label={item.title}>
      {named && <ProductCell title={item.title} imageUrl={item.imageUrl} note={item.storeName} />}
      <StoredFields fields={item.fields} />
      {children}
    </Stack>
  );
}

/** The two choices; each only for who may take it. */
function Decision({
  busy,
  labels,
  onDecide,
}: {
  busy: boolean;
  labels: Record<StoredAct, string>;
  onDecide(act: StoredAct): void;
}) {
  const may = useMay();
  return (
    <Row wrap gap={8}>
      {may('listing', 'edit') && (
        <Button type="primary" disabled={busy} onClick={() => onDecide('publish')}>
          {labels.publish}
        </Button>
      )}
      {may('listing', 'delete') && (
        <Button danger disabled={busy} onClick={() => onDecide('remove')}>
          {labels.remove}
        </Button>
      )}
    </Row>
  );
}

/** Starts a run once the person has confirmed it, and opens it. */
function useDeciding() {
  const text = useText();
  const page = usePage();
  const confirm = useConfirm();
  const act = useStoredAct();
  const begin = async (
    what: StoredAct,
    n: number,
    body: Parameters<typeof act.mutateAsync>[0]['body'],
  ): Promise<void> => {
    const isRemoval = what === 'remove';
    const title = text(isRemoval ? 'runs.stored.removeSure' : 'runs.stored.sure', { n });
    const verb = text(isRemoval ? 'places.act.remove' : 'runs.stored.publish');
    if (await confirm({ title, confirm: verb, danger: isRemoval })) {
      act.mutate({ act: what, body }, { onSuccess: ({ runId }) => page.open(runPath(runId)) });
    }
  };
  return { busy: act.isPending, begin };
}
