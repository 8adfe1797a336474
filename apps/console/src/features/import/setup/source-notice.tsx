import type { FileMapping } from '@bowerbird/contract/files/mapping';
import { Button, Dropdown } from 'antd';
import { useText } from '../../../lib/text/text.ts';
import { Notice } from '../../../ui/feedback/fault-row.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Icon } from '../../../ui/images/icon.tsx';
import { Row } from '../../../ui/layout/box.tsx';
import type { FileSource } from '../queries.ts';

interface SourceNoticeProps {
  /** The supplier whose last file had the same columns. */
  like: { id: string; name: string } | null;
  known: readonly FileSource[];
  /** Reads the file as this supplier's last one. */
  onRead(source: FileSource): void;
  isRead: FileMapping | null;
}

/** Says whose file it looks like, or offers to read it as the last file of any supplier. */
export function SourceNotice({ like, known, onRead, isRead }: SourceNoticeProps) {
  const text = useText();
  if (known.length === 0) {
    return null;
  }
  const menu = (
    <Dropdown
      trigger={['click']}
      menu={{
        items: known.map(({ id, name }) => ({ key: id, label: name })),
        onClick: ({ key }) => {
          const source = known.find(({ id }) => id === key);
          if (source !== undefined) {
            onRead(source);
          }
        },
      }}
    >
      <Button size="small">
        {text('import.source.other')} <Icon name="down" size={14} />
      </Button>
    </Dropdown>
  );
  if (like !== null && isRead === null) {
    return (
      <Notice tone="green" before={<StateGlyph state="complete" />} act={menu}>
        {text('import.source.like', { name: like.name })}
      </Notice>
    );
  }
  return <Row justify="end">{menu}</Row>;
}
