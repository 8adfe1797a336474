import type { ProductField } from '@bowerbird/catalog/product';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { useEditor } from './editor-context.ts';
import { FieldOriginMark } from './field-origin.tsx';
import { issuesAt, issueText } from './product-issues.ts';

/** Props that connect a control to its field. */
export interface ControlProps {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
  status: 'error' | '';
}

interface FieldProps {
  label: string;
  /** The product's field, for its origin and its border colour. */
  field: ProductField;
  /** Path at which its errors are reported; the field itself if left out. */
  path?: (string | number)[];
  /** Given if only a part of the field is edited here. */
  changed?: boolean;
  optional?: boolean;
  /** Without the origin mark, which another part of the same field shows. */
  bare?: boolean;
  children(control: ControlProps): ReactNode;
}

/** A label with the origin of the value, its control, and its errors. The border is amber until saved. */
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
      <Row className="editor-label" align="center" justify="between" gap={8} minH={26} font="small">
        <label htmlFor={id}>
          {label}
          {optional && <span className="quiet"> {text('required.not')}</span>}
        </label>
        {!bare && <FieldOriginMark field={field} />}
      </Row>
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
