import type { ReactNode, Ref } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../images/icon.tsx';
import './chip.css';

interface ChipProps {
  children: ReactNode;
  /** Name of the chip for the accessible label of its remove button. */
  name?: string;
  /** Soft blue: the condition is set. */
  set?: boolean;
  /** Dashed: adds a condition. */
  add?: boolean;
  /** Opens a menu: an arrow is shown at its end. */
  opens?: boolean;
  before?: ReactNode;
  disabled?: boolean;
  onClick?(): void;
  onRemove?(): void;
  ref?: Ref<HTMLSpanElement>;
}

/** One condition of a filter, or one of a few choices. Extra properties allow a drop-down to wrap it. */
export function Chip({
  children,
  name,
  set = false,
  add = false,
  opens = false,
  before,
  disabled = false,
  onClick,
  onRemove,
  ref,
  ...rest
}: ChipProps) {
  const text = useText();
  return (
    <span {...rest} ref={ref} className={`chip${set ? ' set' : ''}${add ? ' add' : ''}`}>
      <button
        type="button"
        className="chip-main"
        disabled={disabled}
        aria-pressed={opens || add ? undefined : set}
        aria-haspopup={opens ? 'true' : undefined}
        onClick={onClick}
      >
        {add && <Icon name="plus" size={14} />}
        {before}
        <span className="cut">{children}</span>
        {opens && onRemove === undefined && <Icon name="down" size={14} />}
      </button>
      {onRemove !== undefined && (
        <button
          type="button"
          className="chip-remove"
          aria-label={text('act.remove', { name: name ?? (typeof children === 'string' ? children : '') })}
          onClick={onRemove}
        >
          <Icon name="close" size={12} />
        </button>
      )}
    </span>
  );
}
