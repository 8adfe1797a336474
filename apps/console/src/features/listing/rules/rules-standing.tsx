import type { ListingRules } from '@bowerbird/catalog/listing-rules/rules';
import type { Store } from '@bowerbird/contract/listing/stores';
import { Input, Select } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** Tags, vendor and type, and the product's status in the store. */
export function RulesStanding({ rules, onRules, reported, store }: RulesPartProps & { store: Store }) {
  const text = useText();
  const change = (part: Partial<ListingRules>) => onRules({ ...rules, ...part });
  const word = (value: string) => (value === '' ? null : value);
  return (
    <RulesSection
      title={text('listing.rules.standing')}
      reported={reported}
      of={/^(tags|vendor|productType)$/}
    >
      <Grid columns="repeat(auto-fit, minmax(min(240px, 100%), 1fr))" gap={[12, 16]}>
        <TagField
          label={text('listing.rules.tags.add')}
          tags={rules.tags.add}
          onTags={(add) => change({ tags: { ...rules.tags, add } })}
        />
        <TagField
          label={text('listing.rules.tags.remove')}
          tags={rules.tags.remove}
          onTags={(remove) => change({ tags: { ...rules.tags, remove } })}
        />
        <Field label={text('listing.rules.vendor')}>
          {(control) => (
            <Input
              {...control}
              placeholder={text('listing.rules.asItIs')}
              maxLength={255}
              value={rules.vendor ?? ''}
              onChange={({ target }) => change({ vendor: word(target.value) })}
            />
          )}
        </Field>
        <Field label={text('listing.rules.type')}>
          {(control) => (
            <Input
              {...control}
              placeholder={text('listing.rules.asItIs')}
              maxLength={255}
              value={rules.productType ?? ''}
              onChange={({ target }) => change({ productType: word(target.value) })}
            />
          )}
        </Field>
        <Field label={text('listing.rules.status')}>
          {({ id }) => (
            <Select<'run' | 'active' | 'draft'>
              id={id}
              value={rules.status ?? 'run'}
              onChange={(value) => change({ status: value === 'run' ? null : value })}
              options={[
                { value: 'run', label: text('listing.rules.asTheRun') },
                { value: 'active', label: text('listing.option.active') },
                { value: 'draft', label: text('listing.option.draft') },
              ]}
            />
          )}
        </Field>
        <Field label={text('listing.rules.channel')}>
          {({ id }) => (
            <Select
              id={id}
              value={rules.channel === null ? 'run' : rules.channel ? 'yes' : 'no'}
              onChange={(value) => change({ channel: value === 'run' ? null : value === 'yes' })}
              options={(['run', 'yes', 'no'] as const).map((value) => ({
                value,
                label:
                  value === 'run' ? text('listing.rules.asTheRun') : text(`listing.rules.channel.${value}`),
              }))}
            />
          )}
        </Field>
      </Grid>
      {(!store.hasCheckout || rules.buyLink !== null) && (
        <Field
          label={text('listing.rules.buyLink')}
          hint={text('listing.rules.buyLink.hint', { one: '{handle}', two: '{sku}' })}
        >
          {(control) => (
            <Input
              {...control}
              placeholder="https://"
              value={rules.buyLink ?? ''}
              onChange={({ target }) => change({ buyLink: word(target.value.trim()) })}
            />
          )}
        </Field>
      )}
    </RulesSection>
  );
}

function TagField({ label, tags, onTags }: { label: string; tags: string[]; onTags(tags: string[]): void }) {
  return (
    <Field label={label}>
      {({ id }) => (
        <Select
          id={id}
          mode="tags"
          open={false}
          suffixIcon={null}
          tokenSeparators={[',', '，', '、']}
          value={tags}
          onChange={onTags}
        />
      )}
    </Field>
  );
}
