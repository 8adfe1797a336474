import { Button } from 'antd';
import { useNavigate } from 'react-router';
import { useText } from '../../lib/text/text.ts';
import { Empty } from '../../ui/feedback/empty.tsx';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useToast } from '../../ui/feedback/toast.tsx';
import { Grid } from '../../ui/layout/box.tsx';
import { FootBar } from '../../ui/layout/foot-bar.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import type { ListingDraft } from './draft.ts';
import { GuidedWays } from './guided-ways.tsx';
import { ProductChoice } from './product-choice.tsx';
import { useSelectionCount, useStores } from './queries.ts';
import { useStoreRules } from './rules/rules-queries.ts';
import { StoreChoice } from './store-choice.tsx';

interface StoresStepProps {
  draft: ListingDraft;
  onDraft(draft: ListingDraft): void;
  /** Opens the rules of the stores, and skips them. */
  onRules(): void;
  onNext(): void;
}

/** First step: which products, and the target stores. */
export function StoresStep({ draft, onDraft, onRules, onNext }: StoresStepProps) {
  const text = useText();
  const toast = useToast();
  const navigate = useNavigate();
  const stores = useStores();
  const rules = useStoreRules();
  const count = useSelectionCount(draft.handed.selection);
  const ready = (stores.data ?? []).filter(({ state }) => state === 'ready' || state === 'checking');
  const chosen = ready.filter(({ id }) => draft.storeIds.includes(id)).map(({ id }) => id);
  // A single store is selected without a choice.
  const storeIds = ready.length === 1 && chosen.length === 0 ? ready.map(({ id }) => id) : chosen;

  const go = (on: () => void) => {
    const missing =
      storeIds.length === 0 ? 'listing.needStore' : count.data === 0 ? 'listing.needProducts' : null;
    if (missing !== null) {
      toast({ state: 'partial', text: text(missing) });
      return;
    }
    onDraft({ ...draft, storeIds });
    on();
  };

  if (stores.data?.length === 0) {
    return (
      <Empty
        act={
          <Button type="primary" onClick={() => void navigate('/list/card')}>
            {text('listing.connect')}
          </Button>
        }
      >
        {text('listing.noStore')}
      </Empty>
    );
  }
  return (
    <>
      <GuidedWays />
      <ProductChoice
        handed={draft.handed}
        count={count.data}
        counting={count.isPlaceholderData || count.isPending}
        failure={count.error}
        onChange={(handed) => onDraft({ ...draft, handed })}
      />
      <section>
        <SectionHead bare title={text('listing.where')} note={text('listing.where.note')} />
        {stores.isError && stores.data === undefined ? (
          <SectionFault failure={stores.error} onRetry={() => void stores.refetch()} />
        ) : stores.data === undefined ? (
          <SkeletonLines lines={3} />
        ) : (
          <Grid columns="repeat(auto-fill, minmax(min(320px, 100%), 1fr))" gap={12}>
            {stores.data.map((store) => (
              <StoreChoice
                key={store.id}
                store={store}
                rules={rules.data?.find(({ storeIds }) => storeIds.includes(store.id))?.name ?? null}
                chosen={storeIds.includes(store.id)}
                onChoose={(on) =>
                  onDraft({
                    ...draft,
                    storeIds: on ? [...storeIds, store.id] : storeIds.filter((id) => id !== store.id),
                  })
                }
              />
            ))}
          </Grid>
        )}
      </section>
      <FootBar
        actions={
          <>
            <Button disabled={stores.isPending} onClick={() => go(onRules)}>
              {text('listing.toRules')}
            </Button>
            <Button type="primary" disabled={stores.isPending} onClick={() => go(onNext)}>
              {text('listing.toCheck')}
            </Button>
          </>
        }
      >
        {count.data === undefined
          ? ''
          : storeIds.length === 0
            ? text('listing.needStore')
            : text('listing.foot', { n: count.data, m: storeIds.length })}
      </FootBar>
    </>
  );
}
