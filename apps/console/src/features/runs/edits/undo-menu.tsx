import { fieldsOf } from '@bowerbird/catalog/change/cell';
import type { UndoOf } from '@bowerbird/contract/products/bulk-edit';
import type { EditedItem } from '@bowerbird/contract/products/edited-item';
import { Button, Dropdown } from 'antd';
import { cellName } from '../../../lib/text/cell-text.ts';
import { fieldName } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Icon } from '../../../ui/images/icon.tsx';

interface UndoMenuProps {
  item: EditedItem;
  /** What of the product is to be undone. */
  onUndo(of: UndoOf): void;
}

/** The most single values that the menu lists; fields and the whole product come before them. */
const cellsMax = 30;

/** Undoes a run in one product: all of it, one field, or one value such as the price of one variant. */
export function UndoMenu({ item, onUndo }: UndoMenuProps) {
  const text = useText();
  const left = item.cells.filter(({ undone }) => !undone);
  if (left.length === 0) {
    return null;
  }
  const variants = Object.fromEntries(Object.entries(item.variants).map(([id, label]) => [id, [label]]));
  const fields = fieldsOf(left);
  const ofField = (field: string) =>
    left.filter(({ path }) => path === field || path.startsWith(`${field}/`)).map(({ path }) => path);
  const productIds = [item.id];
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        className: 'undo-menu',
        items: [
          { key: 'whole', label: text('runs.edit.undo.whole') },
          ...(fields.length > 1
            ? fields.map((field) => ({
                key: `field ${field}`,
                label: text('runs.edit.undo.field', { field: fieldName(text, field) }),
              }))
            : []),
          ...(left.length > fields.length
            ? left.slice(0, cellsMax).map(({ path }) => ({
                key: `cell ${path}`,
                label: text('runs.edit.undo.cell', { cell: cellName(text, path, variants) }),
              }))
            : []),
        ],
        onClick: ({ key }) => {
          const [kind, at = ''] = key.split(/ (.*)/s);
          onUndo({
            productIds,
            ...(kind === 'field' ? { paths: ofField(at) } : kind === 'cell' ? { paths: [at] } : {}),
          });
        },
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<Icon name="undo" size={14} />}
        aria-label={`${text('runs.edit.undo.one')} ${item.title}`}
      >
        {text('runs.edit.undo.one')}
      </Button>
    </Dropdown>
  );
}
