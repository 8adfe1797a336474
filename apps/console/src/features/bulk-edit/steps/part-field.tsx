import { Checkbox, Input, Select } from 'antd';
import { comparedName } from '../../../lib/text/sentences/condition-sentence.ts';
import { useText } from '../../../lib/text/text.ts';
import { decimalOf } from '../../../lib/text/typed-decimal.ts';
import { ShippingField } from '../../../ui/form/claim/shipping-field.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { ExchangeField } from './exchange-field.tsx';
import type { Part } from './part.ts';
import { RangesField } from './ranges-field.tsx';
import { EndingSelect, MergeSelect, UnitSelect, WeightInput } from './small-fields.tsx';
import { OwnFieldsSelect, StoreSelect } from './store-fields.tsx';

interface PartFieldProps {
  part: Part;
  value: unknown;
  /** The value is filled in, but cannot be used like this. */
  wrong: boolean;
  onChange(value: unknown): void;
}

const textIn = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? `${value}` : '');
const wordsIn = (value: unknown) => (Array.isArray(value) ? value.map((each) => textIn(each)) : []);
const pathText = (path: unknown) => wordsIn(path).join(' / ');
const pathOf = (typed: string) =>
  typed
    .split('/')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The control of one value of an edit, with its label. */
export function PartField({ part, value, wrong, onChange }: PartFieldProps) {
  const text = useText();
  if (part.as === 'flag') {
    return (
      <Checkbox
        checked={value === true}
        onChange={({ target }) => onChange(target.checked ? true : undefined)}
      >
        {text(part.label)}
      </Checkbox>
    );
  }
  if (part.as === 'ranges') {
    return <RangesField value={value} onChange={onChange} />;
  }
  if (part.as === 'shipping') {
    return <ShippingField value={value} onChange={onChange} />;
  }
  if (part.as === 'exchange') {
    return <ExchangeField value={value} onChange={onChange} />;
  }
  return (
    <Field
      label={text(part.label)}
      optional={part.optional === true}
      error={wrong ? text('bulkEdit.part.wrong') : null}
      {...(part.hint === undefined ? {} : { hint: text(part.hint) })}
    >
      {(control) => {
        switch (part.as) {
          case 'lines':
            return (
              <Input.TextArea
                {...control}
                autoSize={{ minRows: 3, maxRows: 10 }}
                value={textIn(value)}
                onChange={({ target }) => onChange(target.value)}
              />
            );
          case 'decimal':
            return (
              <Input
                {...control}
                inputMode="decimal"
                value={textIn(value)}
                onChange={({ target }) =>
                  onChange(
                    part.optional === true && target.value === '' ? undefined : decimalOf(target.value),
                  )
                }
              />
            );
          case 'whole':
            return (
              <Input
                {...control}
                inputMode="numeric"
                value={textIn(value)}
                onChange={({ target }) => onChange(wholeOf(decimalOf(target.value)))}
              />
            );
          case 'words':
          case 'wholes':
          case 'paths':
            return (
              <Select
                {...control}
                mode="tags"
                open={false}
                suffixIcon={null}
                tokenSeparators={[',', '，', '\n']}
                value={part.as === 'paths' && Array.isArray(value) ? value.map(pathText) : wordsIn(value)}
                onChange={(words: string[]) => onChange(listOf(part.as, words))}
              />
            );
          case 'path':
            return (
              <Input
                {...control}
                defaultValue={pathText(value)}
                onChange={({ target }) => onChange(pathOf(target.value))}
              />
            );
          case 'field':
            return (
              <Select
                {...control}
                value={textIn(value)}
                onChange={onChange}
                options={part.of.map((field) => ({ value: field, label: comparedName(text, field) }))}
              />
            );
          case 'choice':
            return (
              <Select
                {...control}
                value={textIn(value)}
                onChange={onChange}
                options={part.of.map((each) => ({ value: each.value, label: text(each.key) }))}
              />
            );
          case 'ending':
            return (
              <EndingSelect
                control={control}
                value={value}
                optional={part.optional === true}
                onChange={onChange}
              />
            );
          case 'merge':
            return <MergeSelect control={control} value={value} onChange={onChange} />;
          case 'weight':
            return <WeightInput control={control} value={value} onChange={onChange} />;
          case 'store':
            return <StoreSelect control={control} value={textIn(value)} onChange={onChange} />;
          case 'own-fields':
            return <OwnFieldsSelect control={control} value={wordsIn(value)} onChange={onChange} />;
          case 'unit':
            return <UnitSelect control={control} value={textIn(value)} onChange={onChange} />;
          default:
            return (
              <Input {...control} value={textIn(value)} onChange={({ target }) => onChange(target.value)} />
            );
        }
      }}
    </Field>
  );
}

/** A number that is not complete yet, such as a lone minus, is kept as typed. */
function wholeOf(typed: string): number | string | null {
  return typed === '' ? null : /^-?\d{1,15}$/.test(typed) ? Number(typed) : typed;
}

function listOf(as: Part['as'], words: string[]): unknown[] {
  const filled = words.map((word) => word.trim()).filter((word) => word !== '');
  return as === 'words' ? filled : as === 'paths' ? filled.map(pathOf) : filled.map(wholeOf);
}
