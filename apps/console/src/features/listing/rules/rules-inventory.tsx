import type { InventoryRule } from '@bowerbird/catalog/listing-rules/inventory';
import { Input } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

const quantity = /^\d{1,6}$/;

/**
 * How many of a variant the store may sell: the quantity if the inventory is unknown, and the reserve kept back from
 * known inventory.
 */
export function RulesInventory({ rules, onRules, reported }: RulesPartProps) {
  const text = useText();
  const { inventory } = rules;
  const change = (part: Partial<InventoryRule>) =>
    onRules({ ...rules, inventory: { ...inventory, ...part } });
  const typed = (value: string) => value.normalize('NFKC').trim();
  return (
    <RulesSection title={text('listing.rules.inventory')} reported={reported} of={/^variants\.0\.stock$/}>
      <Grid columns="repeat(auto-fit, minmax(min(240px, 100%), 1fr))" gap={[12, 16]}>
        <Field
          label={text('listing.rules.inventory.unknown')}
          hint={text('listing.rules.inventory.unknown.hint')}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              placeholder={text('listing.rules.inventory.unstated')}
              value={inventory.whenUnknown ?? ''}
              onChange={({ target }) => {
                const value = typed(target.value);
                if (value === '' || quantity.test(value)) {
                  change({ whenUnknown: value === '' ? null : Number(value) });
                }
              }}
            />
          )}
        </Field>
        <Field
          label={text('listing.rules.inventory.safety')}
          hint={text('listing.rules.inventory.safety.hint')}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              placeholder="0"
              value={inventory.safety === 0 ? '' : inventory.safety}
              onChange={({ target }) => {
                const value = typed(target.value);
                if (value === '' || quantity.test(value)) {
                  change({ safety: Number(value) });
                }
              }}
            />
          )}
        </Field>
      </Grid>
    </RulesSection>
  );
}
