import { Button, Dropdown } from 'antd';
import { useConfirm } from './dialog.tsx';
import { Icon } from './icon.tsx';

interface RowMenuProps {
  /** Names the button to those who only hear it. */
  label: string;
  /** Null where the person may not. */
  edit: { label: string; onEdit(): void } | null;
  /** Asked about first. */
  remove: { label: string; title: string; content: string; onRemove(): void } | null;
}

/** What is done with a row of a list more rarely: it is changed, or deleted after a question. Nothing where neither may be. */
export function RowMenu({ label, edit, remove }: RowMenuProps) {
  const confirm = useConfirm();
  const ask = async () => {
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
      menu={{ items, onClick: ({ key }) => (key === 'edit' ? edit?.onEdit() : void ask()) }}
    >
      <Button type="text" size="small" icon={<Icon name="more" />} aria-label={label} />
    </Dropdown>
  );
}
