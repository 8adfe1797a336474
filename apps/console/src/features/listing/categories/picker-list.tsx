import type { StoreCategories } from '@bowerbird/contract/listing/store-categories';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';
import { Box, Row } from '../../../ui/layout/box.tsx';
import type { PickerRow } from './picker-rows.ts';

interface PickerListProps {
  listId: string;
  rows: PickerRow[];
  tree: StoreCategories | undefined;
  typed: string;
  activeId: string | null;
  /** Key of the field's current path. */
  chosenKey: string | null;
  onChoose(path: string[]): void;
  onFold(key: string, isExpanded: boolean): void;
}

/** Returns the DOM id of a row, by its index in the list. */
export function domIdOf(listId: string, at: number): string {
  return `${listId}-${at}`;
}

/** The open list of a category picker. The field keeps the focus, so that typing continues. */
export function PickerList({ listId, rows, tree, typed, ...shared }: PickerListProps) {
  const text = useText();
  const hasChoice = rows.some(({ kind }) => kind === 'category' || kind === 'new');
  return (
    <Box w="min(420px, calc(100vw - 32px))">
      <Box
        role="tree"
        id={listId}
        tabIndex={-1}
        aria-label={text('listing.categories.all')}
        className="category-popup-list"
        maxH="min(340px, 50dvh)"
        overflow="auto"
        onMouseDown={(event) => event.preventDefault()}
      >
        {rows.map((row, at) => (
          <PickerLine key={row.id} row={row} domId={domIdOf(listId, at)} {...shared} />
        ))}
      </Box>
      {!hasChoice && (
        <Box as="p" p={8} font="small" tone="t2" role="status">
          {tree?.reading
            ? text('listing.categories.reading', { n: tree.reading.count })
            : typed.trim() !== ''
              ? text('listing.categories.none', { name: typed.trim() })
              : text(tree?.asOf ? 'listing.categories.empty' : 'listing.categories.never')}
        </Box>
      )}
    </Box>
  );
}

type PickerLineProps = Omit<PickerListProps, 'listId' | 'rows' | 'tree' | 'typed'> & {
  row: PickerRow;
  domId: string;
};

function PickerLine({ row, domId, activeId, chosenKey, onChoose, onFold }: PickerLineProps) {
  const text = useText();
  const format = useFormat();
  if (row.kind === 'heading') {
    return (
      <Box role="presentation" p={[8, 8, 2]} font="caption" tone="t3">
        {text(`listing.categories.${row.group}`)}
      </Box>
    );
  }
  if (row.kind === 'more') {
    return (
      <Box role="presentation" p={8} font="small" tone="t2">
        {text('listing.categories.more', { n: row.count })}
      </Box>
    );
  }
  const name = row.path.at(-1) ?? '';
  const isTree = row.kind === 'category' && row.group === 'all';
  const fold = row.kind === 'category' ? row.isExpanded : null;
  return (
    <Row
      role="treeitem"
      id={domId}
      tabIndex={-1}
      aria-level={row.kind === 'category' ? row.depth + 1 : 1}
      aria-selected={row.kind === 'category' && row.key === chosenKey}
      aria-expanded={fold ?? undefined}
      className={row.id === activeId ? 'category-line active' : 'category-line'}
      align="center"
      gap={8}
      minH={32}
      p={[4, 8]}
      radius="s"
      font="small"
      style={isTree ? { paddingInlineStart: 8 + row.depth * 18 } : undefined}
      onMouseDown={(event) => {
        // Keeps the focus in the field; on blur, the field would accept the typed text.
        event.preventDefault();
        onChoose(row.path);
      }}
    >
      {isTree && (
        <Box as="span" className="category-line-fold" rigid w={20}>
          {fold !== null && row.kind === 'category' && (
            <Box
              as="button"
              w={20}
              h={20}
              p={0}
              border="none"
              radius="xs"
              ground="none"
              tone="t3"
              type="button"
              tabIndex={-1}
              aria-label={text(fold ? 'listing.categories.collapse' : 'listing.categories.expand', { name })}
              onMouseDown={(event) => {
                event.preventDefault();
                event.stopPropagation();
                onFold(row.key, !fold);
              }}
            >
              <Icon name={fold ? 'down' : 'right'} size={14} />
            </Box>
          )}
        </Box>
      )}
      {row.kind === 'new' ? (
        <Row as="span" grow wrap align="baseline" gap={[0, 8]} shrink anywhere>
          <Icon name="plus" size={14} />
          {text('listing.categories.create', { name: row.path.join(' › ') })}
        </Row>
      ) : (
        <Row as="span" grow wrap align="baseline" gap={[0, 8]} shrink anywhere>
          <span>{name}</span>
          {!isTree && row.path.length > 1 && (
            <span className="caption">{row.path.slice(0, -1).join(' / ')}</span>
          )}
        </Row>
      )}
      {row.kind === 'category' && row.productCount !== null && (
        <span className="num quiet">{format.number(row.productCount)}</span>
      )}
      {row.kind === 'category' && row.key === chosenKey && <Icon name="check" size={14} />}
    </Row>
  );
}
