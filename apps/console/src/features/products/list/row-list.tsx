import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';

interface RowListProps {
  /** Accessible name of each row, used when it is removed. */
  names: string[];
  changed: boolean;
  /** Shown if there are no rows. */
  none: string;
  add: string;
  readOnly: boolean;
  render(index: number): ReactNode;
  onAdd(): void;
  onRemove(index: number): void;
}

/** A short list of rows edited in place, with a button to add one at its end. */
export function RowList({ names, changed, none, add, readOnly, render, onAdd, onRemove }: RowListProps) {
  const text = useText();
  return (
    <div className={changed ? 'editor-field changed' : 'editor-field'}>
      {names.length === 0 && (
        <Box as="p" className="editor-none" p={[8, 0]} font="small" tone="t2">
          {none}
        </Box>
      )}
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity while they are written.
        <Row key={index} className="editor-row" align="center" gap={8} m={[0, 0, 8]}>
          {render(index)}
          {!readOnly && (
            <button
              type="button"
              className="editor-icon"
              aria-label={text('act.remove', { name })}
              onClick={() => onRemove(index)}
            >
              <Icon name="close" size={14} />
            </button>
          )}
        </Row>
      ))}
      {!readOnly && (
        <Button size="small" icon={<Icon name="plus" size={14} />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </div>
  );
}
