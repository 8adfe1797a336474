import { ListingRules, noRules } from '@bowerbird/catalog/listing-rules/rules';
import { isSame } from '@bowerbird/catalog/same';
import type { StoreRules } from '@bowerbird/contract/listing-rules';
import type { Selection } from '@bowerbird/contract/products';
import type { Store } from '@bowerbird/contract/stores';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { safeParse } from 'zod/mini';
import { useText } from '../../lib/text.ts';
import { useAsk } from '../../ui/dialog.tsx';
import { Drawer } from '../../ui/drawer.tsx';
import { Field } from '../../ui/field.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useTellFailure } from '../../ui/use-tell-failure.ts';
import { RuleSample } from './rule-sample.tsx';
import { RulesCategories } from './rules-categories.tsx';
import { RulesInventory } from './rules-inventory.tsx';
import { RulesOptions } from './rules-options.tsx';
import { RulesPrice } from './rules-price.tsx';
import { useDeleteRules, useExplained, useSaveRules, useSetRules } from './rules-queries.ts';
import { RulesStanding } from './rules-standing.tsx';
import { RulesTexts } from './rules-texts.tsx';
import { useSettled } from './use-settled.ts';

interface RulesDrawerProps {
  store: Store;
  /** Null: new ones. */
  held: StoreRules | null;
  selection: Selection;
  skip: number;
  onClose(): void;
}

/** The rules of a store, each with what it makes of one product as one types. */
export function RulesDrawer({ store, held, selection, skip, onClose }: RulesDrawerProps) {
  const text = useText();
  const toast = useToast();
  const tell = useTellFailure();
  const ask = useAsk();
  const [firstName] = useState(held?.name ?? text('listing.rules.firstName', { store: store.name }));
  const [name, setName] = useState(firstName);
  const [rules, setRules] = useState<ListingRules>(held?.rules ?? noRules);
  const read = safeParse(ListingRules, useSettled(rules));
  const told = useExplained({ selection, skip, storeId: store.id, rules: read.data });
  const save = useSaveRules();
  const choose = useSetRules();
  const remove = useDeleteRules();
  const [asked, setAsked] = useState(false);
  const used = held?.storeIds.length ?? 0;

  const keep = async () => {
    setAsked(true);
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
      tell(thrown);
    }
  };
  // The store goes back to products as they are; undo brings both back.
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
            .catch(tell),
      });
    } catch (thrown) {
      tell(thrown);
    }
  };
  const leave = async () => {
    const changed = !isSame(rules, held?.rules ?? noRules) || name !== firstName;
    const answer = changed
      ? await ask({
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

  const shared = { rules, onRules: setRules, told: read.success ? told.data : undefined };
  return (
    <Drawer
      open
      width={720}
      onClose={() => void leave()}
      title={text('listing.rules.of', { store: store.name })}
      footer={
        <div className="rules-foot">
          {held !== null && used <= 1 && (
            <Button type="text" danger loading={remove.isPending} onClick={() => void drop()}>
              {text('listing.rules.delete')}
            </Button>
          )}
          <span className="rules-foot-words" role="status">
            {!read.success
              ? asked && <span className="tone-red">{text('listing.rules.bad')}</span>
              : used > 1 && text('listing.rules.usedBy', { n: used })}
          </span>
          <Button onClick={() => void leave()}>{text('act.cancel')}</Button>
          <Button type="primary" loading={save.isPending || choose.isPending} onClick={() => void keep()}>
            {text('listing.rules.save')}
          </Button>
        </div>
      }
    >
      <div className="rules-form">
        <div className="rules-live">
          {told.data !== undefined && read.success ? (
            <RuleSample told={told.data} brief />
          ) : (
            <p className="quiet">{text(read.success ? 'listing.rules.reckoning' : 'listing.rules.bad')}</p>
          )}
        </div>
        <Field
          label={text('listing.rules.name')}
          error={asked && name.trim() === '' ? text('listing.rules.name.missing') : null}
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
        <RulesPrice {...shared} store={store} claimFactor={told.data?.claimFactor ?? null} />
        <RulesInventory {...shared} />
        <RulesCategories {...shared} selection={selection} store={store} />
        <RulesOptions {...shared} />
        <RulesTexts {...shared} />
        <RulesStanding {...shared} store={store} />
      </div>
    </Drawer>
  );
}
