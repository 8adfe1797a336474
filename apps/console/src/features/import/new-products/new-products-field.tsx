import { editsOf } from '@bowerbird/contract/collect/claim-rule';
import type { NewProductsRule } from '@bowerbird/contract/files/new-products';
import { Select } from 'antd';
import { Link } from 'react-router';
import { useSavedRules } from '../../../lib/kept/saved-claim-rules.ts';
import { useMay } from '../../../lib/person/session.ts';
import { useText } from '../../../lib/text/text.ts';
import { Field } from '../../../ui/form/field.tsx';
import { useClaimText } from './claim-text.ts';

interface NewProductsFieldProps {
  claim: NewProductsRule | null;
  onClaim(claim: NewProductsRule | null): void;
}

/** What becomes of products that are new in a supplier's files: left to a person, or claimed as they are or with a saved rule. */
export function NewProductsField({ claim, onClaim }: NewProductsFieldProps) {
  const text = useText();
  const claimText = useClaimText();
  const may = useMay();
  const { rules, isKnown } = useSavedRules();
  const saved = rules.flatMap(({ name, rule }): NewProductsRule[] => {
    const edits = editsOf(rule);
    return edits === null ? [] : [{ name, edits }];
  });
  // The rule as it was chosen stays among the choices when it was changed or deleted since.
  const choices = [null, { name: null, edits: [] }, ...saved].map(written);
  const chosen = written(claim);
  const all = choices.some(({ value }) => value === chosen.value) ? choices : [...choices, chosen];
  return (
    <Field
      label={text('import.newProducts')}
      hint={
        isKnown && saved.length === 0 ? (
          <>
            {text('import.newProducts.noRules')}{' '}
            <Link to="/collect/results">{text('import.newProducts.noRules.go')}</Link>
          </>
        ) : (
          text('import.newProducts.hint')
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          value={chosen.value}
          disabled={!may('products', 'add')}
          popupMatchSelectWidth={false}
          options={all.map(({ value, rule }) => ({ value, label: claimText(rule) }))}
          onChange={(value: string) => onClaim(all.find((each) => each.value === value)?.rule ?? null)}
        />
      )}
    </Field>
  );
}

function written(rule: NewProductsRule | null) {
  return { value: JSON.stringify(rule && [rule.name, rule.edits]), rule };
}
