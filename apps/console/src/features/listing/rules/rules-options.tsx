import type { AttributeMapping, OptionMapping } from '@bowerbird/catalog/listing-rules/mapping';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Grid } from '../../../ui/layout/box.tsx';
import type { RulesPartProps } from './rules-section.tsx';
import { RulesSection } from './rules-section.tsx';

/** Maps names of options and attributes, and their values, to those of the store. */
export function RulesOptions({ rules, onRules, reported }: RulesPartProps) {
  const text = useText();
  const [option] = reported?.before.options.filter(
    ({ name }) => !rules.options.some(({ from }) => from === name),
  ) ?? [undefined];
  const [attribute] = reported?.before.attributes.filter(
    ({ name }) => !rules.attributes.some(({ from }) => from === name),
  ) ?? [undefined];
  return (
    <RulesSection title={text('listing.rules.options')} reported={reported} of={/^(options|attributes)$/}>
      {rules.options.map((mapping, at) => (
        <MappingLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place.
          key={at}
          mapping={mapping}
          kind="option"
          onMapping={(next) =>
            onRules({
              ...rules,
              options: replaced(rules.options, at, next && { ...next, to: next.to ?? '' }),
            })
          }
        />
      ))}
      {rules.attributes.map((mapping, at) => (
        <MappingLine
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is what stands at its place.
          key={at}
          mapping={mapping}
          kind="attribute"
          onMapping={(next) => onRules({ ...rules, attributes: replaced(rules.attributes, at, next) })}
        />
      ))}
      <div className="rules-line">
        <button
          type="button"
          className="link-button"
          onClick={() =>
            onRules({
              ...rules,
              options: [...rules.options, { from: option?.name ?? '', to: option?.name ?? '', values: [] }],
            })
          }
        >
          {text('listing.rules.addOption')}
        </button>
        <button
          type="button"
          className="link-button"
          onClick={() =>
            onRules({
              ...rules,
              attributes: [
                ...rules.attributes,
                { from: attribute?.name ?? '', to: attribute?.name ?? '', values: [] },
              ],
            })
          }
        >
          {text('listing.rules.addAttribute')}
        </button>
      </div>
    </RulesSection>
  );
}

function replaced<One>(list: readonly One[], at: number, next: One | null): One[] {
  return list.flatMap((one, index) => (index === at ? (next ?? []) : one));
}

interface MappingLineProps {
  mapping: OptionMapping | AttributeMapping;
  kind: 'option' | 'attribute';
  /** Null removes it. */
  onMapping(mapping: AttributeMapping | null): void;
}

function MappingLine({ mapping, kind, onMapping }: MappingLineProps) {
  const text = useText();
  const [values, setValues] = useState(mapping.values.map(({ from, to }) => `${from} = ${to}`).join('\n'));
  const take = (typed: string) => {
    setValues(typed);
    onMapping({ ...mapping, values: pairsOf(typed) });
  };
  return (
    <Grid
      className="rules-mapping"
      columns="minmax(0, 1fr) auto minmax(0, 1fr) 34px"
      align="center"
      gap={[6, 8]}
    >
      <Input
        aria-label={text(`listing.rules.${kind}.from`)}
        placeholder={text(`listing.rules.${kind}.from`)}
        status={mapping.from.trim() === '' ? 'error' : ''}
        value={mapping.from}
        onChange={({ target }) => onMapping({ ...mapping, from: target.value })}
      />
      <span aria-hidden="true">→</span>
      <Input
        aria-label={text(`listing.rules.${kind}.to`)}
        placeholder={text(kind === 'option' ? 'listing.rules.option.to' : 'listing.rules.attribute.drop')}
        status={kind === 'option' && mapping.to?.trim() === '' ? 'error' : ''}
        value={mapping.to ?? ''}
        onChange={({ target }) =>
          onMapping({ ...mapping, to: kind === 'attribute' && target.value === '' ? null : target.value })
        }
      />
      <Button
        type="text"
        aria-label={text('act.remove', { name: mapping.from })}
        icon={<Icon name="close" size={14} />}
        onClick={() => onMapping(null)}
      />
      <Input.TextArea
        autoSize={{ minRows: 1, maxRows: 6 }}
        aria-label={text('listing.rules.values')}
        placeholder={text('listing.rules.values.placeholder')}
        value={values}
        onChange={({ target }) => take(target.value)}
      />
    </Grid>
  );
}

/** Parses "Red = Rot", one pair for each line; a line without a right side is skipped for now. */
function pairsOf(typed: string): { from: string; to: string }[] {
  return typed.split('\n').flatMap((line) => {
    const at = line.search(/[=＝→]/);
    const [from, to] = [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    return at === -1 || from === '' || to === '' ? [] : [{ from, to }];
  });
}
