import { Button, Input } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { Row } from '../../../ui/layout/box.tsx';
import { useEditor } from '../editor/editor-context.ts';

/** Adds a new last option; all variants get its first value. */
export function NewOption({ onClose }: { onClose(): void }) {
  const text = useText();
  const { draft } = useEditor();
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const taken = draft.product.options.some(
    (option) => option.name.trim().toLowerCase() === name.trim().toLowerCase(),
  );
  const add = () => {
    if (name.trim() !== '' && value.trim() !== '' && !taken) {
      draft.apply({ kind: 'add-option', name: name.trim(), value: value.trim() });
      onClose();
    }
  };
  return (
    <Row className="editor-new-option" wrap align="center" gap={8} m={[10, 0]}>
      <Input
        autoFocus
        aria-label={text('products.option.name')}
        placeholder={text('products.option.name')}
        status={taken ? 'error' : ''}
        value={name}
        onChange={({ target }) => setName(target.value)}
        onPressEnter={add}
      />
      <Input
        aria-label={text('products.option.firstValue')}
        placeholder={text('products.option.firstValue')}
        value={value}
        onChange={({ target }) => setValue(target.value)}
        onPressEnter={add}
      />
      <Button onClick={onClose}>{text('act.cancel')}</Button>
      <Button disabled={name.trim() === '' || value.trim() === '' || taken} onClick={add}>
        {text('products.options.add')}
      </Button>
      {taken && <p className="editor-wrong">{text('products.issue.option.name-twice', { name })}</p>}
    </Row>
  );
}
