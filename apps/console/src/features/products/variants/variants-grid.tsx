import type { Variant } from '@bowerbird/catalog/product';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { KeyboardEvent, ReactNode } from 'react';
import { useCallback, useMemo, useRef } from 'react';
import { changedCells } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';
import { issuesAt } from '../editor/product-issues.ts';
import type { TypedCell } from './variant-columns.ts';
import {
  cellsBeforeMargin,
  cellWidth,
  filledDown,
  isCode,
  typedCells,
  withBlock,
  withVariantCell,
} from './variant-columns.ts';
import { VariantRow } from './variant-row.tsx';
import { removeVariant } from './variant-sets.ts';

const rowHeight = 44;
/** From this number of rows on, only those in view are rendered. */
const drawnMax = 100;
const none: ReadonlySet<string> = new Set();

/**
 * Variants as a grid of fields. Enter and the arrow keys go to the next row, Alt and arrow down fills the rows below,
 * several lines from a spreadsheet are pasted into several cells.
 */
export function VariantsGrid() {
  const text = useText();
  const { draft, issues, mayEdit } = useEditor();
  const { product, base, change } = draft;
  const box = useRef<HTMLDivElement>(null);
  const many = product.variants.length > drawnMax;
  const was = useMemo(() => new Map(base.variants.map((variant) => [variant.id, variant])), [base]);
  const wrong = useMemo(() => wrongCells(issuesAt(issues, ['variants'])), [issues]);
  const virtual = useVirtualizer({
    count: product.variants.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: many,
  });

  const actions = useMemo(
    () => ({
      enter: (index: number, cell: TypedCell, entered: string) =>
        change((held) => withVariantCell(held, index, cell, entered)),
      paste: (index: number, cell: TypedCell, rows: string[][]) =>
        change((held) => withBlock(held, index, cell, rows)),
      fill: (index: number, cell: TypedCell) => change((held) => filledDown(held, index, cell)),
      set: (index: number, fields: Partial<Variant>) =>
        change((held) => ({
          ...held,
          variants: held.variants.map((variant, at) => (at === index ? { ...variant, ...fields } : variant)),
        })),
      remove: (id: string) => change((held) => removeVariant(held, id)),
    }),
    [change],
  );
  const goTo = useCallback(
    (index: number, cell: string) => {
      if (many) {
        virtual.scrollToIndex(index);
      }
      requestAnimationFrame(() =>
        box.current?.querySelector<HTMLInputElement>(`[data-cell="${index}.${cell}"]`)?.focus(),
      );
    },
    [many, virtual],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const place = event.target instanceof HTMLElement ? event.target.dataset.cell?.split('.') : undefined;
    const step = { Enter: 1, ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (place === undefined || step === undefined || event.nativeEvent.isComposing) {
      return;
    }
    event.preventDefault();
    const [row = '0', cell = 'price'] = place;
    if (event.altKey && event.key === 'ArrowDown') {
      if (event.target instanceof HTMLElement) {
        event.target.blur();
      }
      const typed = typedCells.find((each) => each === cell);
      if (typed !== undefined && mayEdit) {
        actions.fill(Number(row), typed);
      }
      goTo(Number(row), cell);
      return;
    }
    goTo(Number(row) + step, cell);
  };

  const columns = useMemo(() => {
    const widths = typedCells.map((cell) => `${cellWidth(cell, product.variants)}px`);
    return [
      'minmax(150px, 1fr)',
      ...widths.slice(0, cellsBeforeMargin),
      '62px',
      ...widths.slice(cellsBeforeMargin),
      '92px',
      '72px',
      '64px',
      '36px',
    ];
  }, [product.variants]);
  const template = columns.join(' ');
  const row = (variant: Variant, index: number, top?: number) => {
    const before = was.get(variant.id);
    return (
      <VariantRow
        key={variant.id}
        variant={variant}
        index={index}
        template={template}
        top={top ?? null}
        changed={before === variant ? none : before === undefined ? null : changesOf(before, variant)}
        wrong={wrong.get(index) ?? none}
        images={product.images}
        actions={actions}
        removable={mayEdit && product.variants.length > 1}
        readOnly={!mayEdit}
      />
    );
  };
  return (
    <Box
      ref={box}
      role="grid"
      aria-label={text('products.section.variants')}
      aria-rowcount={product.variants.length + 1}
      className={many ? 'variants many' : 'variants'}
      border="line"
      radius="l"
      overflow="auto"
      font="small"
      onKeyDown={onKeyDown}
    >
      <Box
        role="row"
        aria-rowindex={1}
        className="variants-head"
        align="center"
        minW="100%"
        minH={34}
        borderBottom
        font="caption"
        tone="t3"
        ground="bg"
        style={{ gridTemplateColumns: template }}
      >
        <Head words={text('products.variant')} fixed />
        {typedCells.slice(0, cellsBeforeMargin).map((cell) => (
          <Head key={cell} words={text(`products.variant.${cell}`)} end />
        ))}
        <Head words={text('products.column.margin')} end />
        {typedCells.slice(cellsBeforeMargin).map((cell) => (
          <Head key={cell} words={text(`products.variant.${cell}`)} end={!isCode(cell)} />
        ))}
        <Head words={text('products.variant.available')} />
        <Head words={text('products.variant.requiresShipping')} />
        <Head words={text('products.variant.taxable')} />
        <Head words={<span className="only-read">{text('products.variant.acts')}</span>} />
      </Box>
      <Box relative style={many ? { height: virtual.getTotalSize() } : undefined}>
        {many
          ? virtual.getVirtualItems().map(({ index, start }) => {
              const variant = product.variants[index];
              return variant === undefined ? null : row(variant, index, start);
            })
          : product.variants.map((variant, index) => row(variant, index))}
      </Box>
    </Box>
  );
}

function Head({ words, end = false, fixed = false }: { words: ReactNode; end?: boolean; fixed?: boolean }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual grid cannot be a table element.
    // biome-ignore lint/a11y/useFocusableInteractive: heads only name their columns.
    <div role="columnheader" className={`variants-cell${end ? ' num' : ''}${fixed ? ' fixed' : ''}`}>
      {words}
    </div>
  );
}

function changesOf(before: Variant, after: Variant): ReadonlySet<string> {
  return new Set(changedCells(before, after));
}

function wrongCells(issues: { path: (string | number)[] }[]): Map<number, ReadonlySet<string>> {
  const cells = new Map<number, Set<string>>();
  for (const { path } of issues) {
    const index = Number(path[1]);
    const held = cells.get(index) ?? new Set();
    cells.set(index, held.add(String(path[2] ?? '')));
  }
  return cells;
}
