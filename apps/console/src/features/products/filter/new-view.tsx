import { Button, Checkbox, Input, Popover } from 'antd';
import { useState } from 'react';
import { useText } from '../../../lib/text/text.ts';
import { useReportFailure } from '../../../ui/feedback/use-report-failure.ts';
import { Row } from '../../../ui/layout/box.tsx';
import type { SavedView } from './views.ts';

interface NewViewProps {
  /** The person's own views. */
  taken: readonly SavedView[];
  onSave(name: string, shared: boolean): Promise<unknown>;
}

/** Saves the present filter and order as a view, for oneself or for the team. */
export function NewView({ taken, onSave }: NewViewProps) {
  const reportFailure = useReportFailure();
  const [shared, setShared] = useState(false);
  const text = useText();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const trimmed = name.trim();
  const refused = taken.some((view) => view.name.toLowerCase() === trimmed.toLowerCase());
  const save = () => {
    if (trimmed !== '' && !refused) {
      onSave(trimmed, shared).then(() => {
        setOpen(false);
        setName('');
      }, reportFailure);
    }
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      open={open}
      onOpenChange={setOpen}
      content={
        <Row className="products-new-view" wrap align="center" gap={8} w={260}>
          <Input
            autoFocus
            maxLength={40}
            aria-label={text('products.views.name')}
            placeholder={text('products.views.name')}
            status={refused ? 'error' : ''}
            value={name}
            onChange={({ target }) => setName(target.value)}
            onPressEnter={save}
          />
          <Button type="primary" onClick={save}>
            {text('act.save')}
          </Button>
          <Checkbox checked={shared} onChange={({ target }) => setShared(target.checked)}>
            {text('saved.share')}
          </Checkbox>
          {refused && <span className="tone-red caption">{text('products.views.taken')}</span>}
        </Row>
      }
    >
      <button type="button" className="link-button">
        {text('products.views.new')}
      </button>
    </Popover>
  );
}
