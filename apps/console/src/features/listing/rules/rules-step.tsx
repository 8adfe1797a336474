import type { StoreRules } from '@bowerbird/contract/listing/rules';
import type { Store } from '@bowerbird/contract/listing/stores';
import { Button } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { SectionFault } from '../../../ui/feedback/fault-row.tsx';
import { SkeletonRows } from '../../../ui/feedback/skeleton.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import { FootBar } from '../../../ui/layout/foot-bar.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import type { ListingDraft } from '../draft.ts';
import { useStores } from '../queries.ts';
import { StoreRulesBox } from '../store-rules-box.tsx';
import { RulesDrawer } from './rules-drawer.tsx';
import { useStoreRules } from './rules-queries.ts';

interface RulesStepProps {
  draft: ListingDraft;
  onBack(): void;
  onNext(): void;
}

/** Second step: how products change for each store, shown on one of them. */
export function RulesStep({ draft, onBack, onNext }: RulesStepProps) {
  const text = useText();
  const stores = useStores();
  const rules = useStoreRules();
  const [skip, setSkip] = useState(0);
  const [open, setOpen] = useState<{ store: Store; held: StoreRules | null } | null>(null);
  const chosen = (stores.data ?? []).filter(({ id }) => draft.storeIds.includes(id));
  const { selection } = draft.handed;
  return (
    <>
      <section>
        <SectionHead
          bare
          title={text('listing.rules')}
          note={text('listing.rules.note')}
          action={
            <button type="button" className="link-button" onClick={() => setSkip((held) => (held + 1) % 200)}>
              {text('listing.rules.another')}
            </button>
          }
        />
        {rules.isError && rules.data === undefined ? (
          <SectionFault failure={rules.error} onRetry={() => void rules.refetch()} />
        ) : rules.data === undefined || stores.data === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <Grid columns="repeat(auto-fill, minmax(min(480px, 100%), 1fr))" align="start" gap={14}>
            {chosen.map((store) => (
              <StoreRulesBox
                key={store.id}
                store={store}
                templates={rules.data}
                selection={selection}
                skip={skip}
                onEdit={(held) => setOpen({ store, held })}
              />
            ))}
          </Grid>
        )}
      </section>
      {open !== null && (
        <RulesDrawer
          key={`${open.store.id} ${open.held?.id}`}
          store={open.store}
          held={open.held}
          selection={selection}
          skip={skip}
          onClose={() => setOpen(null)}
        />
      )}
      <FootBar
        actions={
          <>
            <Button onClick={onBack}>{text('listing.back')}</Button>
            <Button type="primary" onClick={onNext}>
              {text('listing.toCheck')}
            </Button>
          </>
        }
      >
        {text('listing.rules.foot')}
      </FootBar>
    </>
  );
}
