import type { ProductField } from '@bowerbird/catalog/product';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../../lib/text.ts';
import { useEditor } from './editor-context.ts';
import { FieldOriginMark } from './field-origin.tsx';
import { issuesAt, issueText } from './product-issues.ts';

/** What a control needs to belong to its field. */
export interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  status: 'error' | '';
}

interface FieldProps {
  label: string;
  /** The product's field, for its origin and its edge. */
  field: ProductField;
  /** Where its faults are told; the field itself when left out. */
  path?: (string | number)[];
  /** Where only a part of the field stands here. */
  changed?: boolean;
  optional?: boolean;
  /** Without the mark, where another part of the same field has it. */
  bare?: boolean;
  children(control: ControlProps): ReactNode;
}

/** A label with the origin of the value, its control, and what is wrong with it. The edge is amber until it is saved. */
export function Field({ label, field, path, changed, optional = false, bare = false, children }: FieldProps) {
  const text = useText();
  const id = useId();
  const { draft, issues } = useEditor();
  const wrong = issuesAt(issues, path ?? [field]);
  const isChanged = changed ?? draft.changed.has(field);
  return (
    <div
      className={isChanged ? 'editor-field changed' : 'editor-field'}
      data-field={(path ?? [field]).join('.')}
    >
      <div className="editor-label">
        <label htmlFor={id}>
          {label}
          {optional && <span className="quiet"> {text('required.not')}</span>}
        </label>
        {!bare && <FieldOriginMark field={field} />}
      </div>
      {children({
        id,
        'aria-invalid': wrong.length > 0,
        'aria-describedby': wrong.length > 0 ? `${id}-wrong` : undefined,
        status: wrong.length > 0 ? 'error' : '',
      })}
      {wrong.length > 0 && (
        <p className="editor-wrong" id={`${id}-wrong`}>
          {wrong.map((issue) => issueText(text, issue)).join(' ')}
        </p>
      )}
    </div>
  );
}
