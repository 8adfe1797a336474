import { Button, Dropdown } from 'antd';
import { useConfirm } from '../feedback/dialog.tsx';
import { Icon } from '../images/icon.tsx';

export interface RowMenuProps {
  /** Accessible name of the button. */
  label: string;
  /** Null if the person may not edit. */
  edit: { label: string; onEdit(): void } | null;
  /** Asks for confirmation first. */
  remove: { label: string; title: string; content: string; onRemove(): void } | null;
}

/** Rarer actions on a row of a list: edit, or delete after confirmation. Nothing if neither is allowed. */
export function RowMenu({ label, edit, remove }: RowMenuProps) {
  const confirm = useConfirm();
  const requestConfirmation = async () => {
    if (remove === null) {
      return;
    }
    const { title, content, label: confirmed, onRemove } = remove;
    if (await confirm({ title, content, confirm: confirmed, danger: true })) {
      onRemove();
    }
  };
  const items = [
    ...(edit === null ? [] : [{ key: 'edit', label: edit.label }]),
    ...(remove === null ? [] : [{ key: 'delete', danger: true, label: remove.label }]),
  ];
  return items.length === 0 ? null : (
    <Dropdown
      trigger={['click']}
      menu={{ items, onClick: ({ key }) => (key === 'edit' ? edit?.onEdit() : void requestConfirmation()) }}
    >
      <Button type="text" size="small" icon={<Icon name="more" />} aria-label={label} />
    </Dropdown>
  );
}
