import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import { isSame } from '@bowerbird/catalog/merge/same';
import type { StoreRules } from '@bowerbird/contract/listing/rules';
import type { Store } from '@bowerbird/contract/listing/stores';
import type { Selection } from '@bowerbird/contract/products/products';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { useText } from '../../../lib/text/text.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { useChoice } from '../../../ui/feedback/dialog.tsx';
import { useToast } from '../../../ui/feedback/toast.tsx';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { Drawer } from '../../../ui/layout/drawer.tsx';
import { RuleSample } from './rule-sample.tsx';
import { RulesCategories } from './rules-categories.tsx';
import { RulesInventory } from './rules-inventory.tsx';
import { RulesOptions } from './rules-options.tsx';
import { RulesPrice } from './rules-price.tsx';
import { useDeleteRules, useExplained, useSaveRules, useSetRules } from './rules-queries.ts';
import { RulesStanding } from './rules-standing.tsx';
import { RulesTexts } from './rules-texts.tsx';

interface RulesDrawerProps {
  store: Store;
  /** Null: new rules. */
  held: StoreRules | null;
  selection: Selection;
  skip: number;
  onClose(): void;
}

/** Edits the rules of a store, each with its live result on one product. */
export function RulesDrawer({ store, held, selection, skip, onClose }: RulesDrawerProps) {
  const text = useText();
  const toast = useToast();
  const reportFailure = useReportFailure();
  const confirmChoice = useChoice();
  const [firstName] = useState(held?.name ?? text('listing.rules.firstName', { store: store.name }));
  const [name, setName] = useState(firstName);
  const [rules, setRules] = useState<ListingRules>(held?.rules ?? noRules);
  const read = safeParse(ListingRules, useSettled(rules));
  const reported = useExplained({ selection, skip, storeId: store.id, rules: read.data });
  const save = useSaveRules();
  const choose = useSetRules();
  const remove = useDeleteRules();
  const [requested, setRequested] = useState(false);
  const used = held?.storeIds.length ?? 0;

  const keep = async () => {
    setRequested(true);
    const whole = safeParse(ListingRules, rules);
    if (!whole.success || name.trim() === '') {
      return;
    }
    try {
      const saved = await save.mutateAsync({ held, name: name.trim(), rules: whole.data });
      if (!saved.storeIds.includes(store.id)) {
        await choose.mutateAsync({ storeId: store.id, rulesId: saved.id });
      }
      toast({ text: text('listing.rules.saved', { name: saved.name }) });
      onClose();
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
  // The store uses products unchanged again; undo restores both.
  const drop = async () => {
    if (held === null) {
      return;
    }
    try {
      await choose.mutateAsync({ storeId: store.id, rulesId: null });
      await remove.mutateAsync(held.id);
      onClose();
      toast({
        text: text('listing.rules.deleted', { name: held.name }),
        onUndo: () =>
          void save
            .mutateAsync({ held: null, name: held.name, rules: held.rules })
            .then(({ id }) => choose.mutateAsync({ storeId: store.id, rulesId: id }))
            .catch(reportFailure),
      });
    } catch (thrown) {
      reportFailure(thrown);
    }
  };
  const leave = async () => {
    const changed = !isSame(rules, held?.rules ?? noRules) || name !== firstName;
    const answer = changed
      ? await confirmChoice({
          title: text('unsaved.title'),
          choices: [
            { key: 'stay', label: text('act.stay') },
            { key: 'discard', label: text('act.discard'), kind: 'danger' },
          ],
        })
      : 'discard';
    if (answer === 'discard') {
      onClose();
    }
  };

  const shared = { rules, onRules: setRules, reported: read.success ? reported.data : undefined };
  return (
    <Drawer
      open
      width={720}
      onClose={() => void leave()}
      title={text('listing.rules.of', { store: store.name })}
      footer={
        <Row wrap align="center" gap={8}>
          {held !== null && used <= 1 && (
            <Button type="text" danger loading={remove.isPending} onClick={() => void drop()}>
              {text('listing.rules.delete')}
            </Button>
          )}
          <Box as="span" grow minW={120} font="small" tone="t2" role="status">
            {!read.success
              ? requested && <span className="tone-red">{text('listing.rules.bad')}</span>
              : used > 1 && text('listing.rules.usedBy', { n: used })}
          </Box>
          <Button onClick={() => void leave()}>{text('act.cancel')}</Button>
          <Button type="primary" loading={save.isPending || choose.isPending} onClick={() => void keep()}>
            {text('listing.rules.save')}
          </Button>
        </Row>
      }
    >
      <Grid gap={20}>
        <Box
          className="rules-live"
          minH={68}
          maxH="40dvh"
          p={[16, 24]}
          borderBottom
          ground="canvas"
          overflow="auto"
        >
          {reported.data !== undefined && read.success ? (
            <RuleSample reported={reported.data} brief />
          ) : (
            <p className="quiet">{text(read.success ? 'listing.rules.reckoning' : 'listing.rules.bad')}</p>
          )}
        </Box>
        <Field
          label={text('listing.rules.name')}
          error={requested && name.trim() === '' ? text('listing.rules.name.missing') : null}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <RulesPrice {...shared} store={store} claimFactor={reported.data?.claimFactor ?? null} />
        <RulesInventory {...shared} />
        <RulesCategories {...shared} selection={selection} store={store} />
        <RulesOptions {...shared} />
        <RulesTexts {...shared} />
        <RulesStanding {...shared} store={store} />
      </Grid>
    </Drawer>
  );
}
