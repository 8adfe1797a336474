import type { StoreRules } from '@bowerbird/contract/listing/rules';
import type { Store } from '@bowerbird/contract/listing/stores';
import type { Selection } from '@bowerbird/contract/products/products';
import { Button, Select } from 'antd';
import { useMay } from '../../lib/person/session.ts';
import { useText } from '../../lib/text/text.ts';
import { SectionFault } from '../../ui/feedback/fault-row.tsx';
import { SkeletonLines } from '../../ui/feedback/skeleton.tsx';
import { useReportFailure } from '../../ui/feedback/use-report-failure.ts';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Grid, Row } from '../../ui/layout/box.tsx';
import { RuleSample } from './rules/rule-sample.tsx';
import { useExplained, useSetRules } from './rules/rules-queries.ts';

interface StoreRulesBoxProps {
  store: Store;
  templates: StoreRules[];
  selection: Selection;
  skip: number;
  /** Opens the rules of this store, or new ones. */
  onEdit(held: StoreRules | null): void;
}

const asTheyAre = 'none';

/** The rules applied for one store, and their result on one product. */
export function StoreRulesBox({ store, templates, selection, skip, onEdit }: StoreRulesBoxProps) {
  const text = useText();
  const may = useMay()('listing', 'edit');
  const reportFailure = useReportFailure();
  const set = useSetRules();
  const held = templates.find(({ storeIds }) => storeIds.includes(store.id)) ?? null;
  const chosen = set.isPending ? set.variables.rulesId : (held?.id ?? null);
  const reported = useExplained({ selection, skip, storeId: store.id, rules: held?.rules ?? null });
  return (
    <Grid as="section" className="box" gap={12} aria-label={store.name}>
      <Row className="rules-box-head" wrap align="center" gap={8} shrink>
        <PlatformMark platform={store.platform} size={20} named />
        <h2 className="cut">{store.name}</h2>
        <Row as="span" wrap align="center" gap={8} shrink>
          <Select
            className="rules-choice"
            aria-label={text('listing.rules.of', { store: store.name })}
            value={chosen ?? asTheyAre}
            disabled={!may}
            loading={set.isPending}
            popupMatchSelectWidth={false}
            onChange={(value) =>
              set.mutate(
                { storeId: store.id, rulesId: value === asTheyAre ? null : value },
                { onError: reportFailure },
              )
            }
            options={[
              { value: asTheyAre, label: text('listing.rules.none') },
              ...templates.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
          {may && (
            <>
              {held !== null && <Button onClick={() => onEdit(held)}>{text('listing.rules.edit')}</Button>}
              <Button type={held === null ? 'default' : 'text'} onClick={() => onEdit(null)}>
                {text('listing.rules.new')}
              </Button>
            </>
          )}
        </Row>
      </Row>
      {reported.isError && reported.data === undefined ? (
        <SectionFault failure={reported.error} onRetry={() => void reported.refetch()} />
      ) : reported.data === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <RuleSample reported={reported.data} />
      )}
    </Grid>
  );
}
