import { pathOf } from '@bowerbird/catalog/change/cell';
import type { Variant } from '@bowerbird/catalog/product';
import type { ClipboardEvent } from 'react';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { ProvenanceButton } from '../provenance/provenance-button.tsx';
import type { VariantActions } from './variant-actions.ts';
import type { TypedCell } from './variant-columns.ts';
import { cellText, isCode } from './variant-columns.ts';

interface VariantCellProps {
  variant: Variant;
  index: number;
  cell: TypedCell;
  /** The variant's name, for screen readers. */
  name: string;
  changed: boolean;
  wrong: boolean;
  actions: VariantActions;
  readOnly: boolean;
}

/** One field of the grid; its value is applied when it is left. */
export function VariantCell({
  variant,
  index,
  cell,
  name,
  changed,
  wrong,
  actions,
  readOnly,
}: VariantCellProps) {
  const text = useText();
  const [typed, setTyped] = useState<string | null>(null);
  // The button of each cell exists only while it can be seen.
  const [near, setNear] = useState(false);
  const [open, setOpen] = useState(false);
  const { detail } = useEditor();
  const empty = cell === 'stock' && variant.stock !== null && variant.stock <= 0;

  const leave = () => {
    if (typed !== null) {
      setTyped(null);
      actions.enter(index, cell, typed);
    }
  };
  const paste = (event: ClipboardEvent) => {
    const rows = blockOf(event.clipboardData.getData('text'));
    if (rows !== null && !readOnly) {
      event.preventDefault();
      setTyped(null);
      actions.paste(index, cell, rows);
    }
  };
  return (
    <Box
      role="gridcell"
      onMouseEnter={() => setNear(true)}
      onMouseLeave={() => setNear(false)}
      className={`variants-cell typed${changed ? ' changed' : ''}`}
      relative
      shrink
      p={[0, 8]}
    >
      <input
        className={`variants-field${isCode(cell) ? ' code' : ' num'}${empty ? ' tone-red' : ''}`}
        data-cell={`${index}.${cell}`}
        aria-label={`${name}: ${text(`products.variant.${cell}`)}`}
        aria-invalid={wrong}
        inputMode={isCode(cell) ? 'text' : cell === 'stock' ? 'numeric' : 'decimal'}
        readOnly={readOnly}
        value={typed ?? cellText(variant, cell)}
        onChange={({ target }) => setTyped(target.value)}
        aria-keyshortcuts="Alt+ArrowUp"
        onFocus={({ target }) => {
          target.select();
          setNear(true);
        }}
        onBlur={() => {
          leave();
          setNear(false);
        }}
        onPaste={paste}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            setTyped(null);
            setOpen(false);
          }
          if (event.key === 'ArrowUp' && event.altKey) {
            event.preventDefault();
            event.stopPropagation();
            setOpen(!open);
          }
        }}
      />
      {detail !== null && (near || open) && (
        <ProvenanceButton
          path={pathOf('variants', variant.id, cell)}
          name={`${name}: ${text(`products.variant.${cell}`)}`}
          changed={changed}
          className="in-cell"
          skipped
          open={open}
          onOpen={setOpen}
        />
      )}
      {!readOnly && (
        <Box
          as="button"
          type="button"
          tabIndex={-1}
          className="variants-fill"
          justify="center"
          w={16}
          h={16}
          radius="xs"
          ground="primary-solid"
          aria-label={text('products.variants.fill')}
          title={text('products.variants.fill')}
          onMouseDown={(event) => {
            // The field keeps its focus; the typed value is applied first.
            event.preventDefault();
            leave();
          }}
          onClick={() => actions.fill(index, cell)}
        >
          <Icon name="down" size={12} />
        </Box>
      )}
    </Box>
  );
}

/** Parses several cells pasted from a spreadsheet, separated by line breaks and tabs; null for a single value. */
function blockOf(pasted: string): string[][] | null {
  const lines = pasted.replace(/\r\n?/g, '\n').replace(/\n$/, '').split('\n');
  const rows = lines.map((line) => line.split('\t'));
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1 ? rows : null;
}
