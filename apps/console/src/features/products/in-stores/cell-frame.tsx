import type { ReactNode } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { ProvenanceButton } from '../provenance/provenance-button.tsx';

export interface CellFrameProps {
  /** Path of the value in the product, for where it comes from. */
  path: string;
  /** The column, shown where there is no table. */
  column: string;
  /** Names the value and its store. */
  name: string;
  isOwn: boolean;
  /** Changed and not saved yet. */
  changed: boolean;
  readOnly: boolean;
  /** What the rules of the store give. */
  ruled: string;
  /** There is little room below an amount: that it is by the rules is said on hover alone. */
  isAmount?: boolean;
  onReset(): void;
  children: ReactNode;
}

/** One value in one store: an own one says what the rules would give, who set it, and goes back to them. */
export function CellFrame({
  path,
  column,
  name,
  isOwn,
  changed,
  readOnly,
  ruled,
  isAmount = false,
  onReset,
  children,
}: CellFrameProps) {
  const text = useText();
  const byRules = text('products.inStores.byRules', { value: ruled === '' ? '—' : ruled });
  return (
    <div data-column={column} className={`in-stores-cell${isOwn ? ' own' : ''}${changed ? ' changed' : ''}`}>
      {children}
      {isOwn && (
        <span className="in-stores-under">
          <span className="cut" title={byRules}>
            {isAmount ? ruled || '—' : byRules}
          </span>
          {!changed && <ProvenanceButton path={path} name={name} changed={changed} />}
          {!readOnly && (
            <button
              type="button"
              className="provenance-button"
              aria-label={text('products.inStores.reset', { cell: name })}
              title={text('products.inStores.reset', { cell: name })}
              onClick={onReset}
            >
              <Icon name="undo" size={12} />
            </button>
          )}
        </span>
      )}
    </div>
  );
}
