import type { ExportFile } from '@bowerbird/contract/products/export';
import { downloadExportPart } from '@bowerbird/contract/products/export';
import { Button, Dropdown } from 'antd';
import { addressOf } from '../../lib/api/call.ts';
import { useFormat } from '../../lib/text/format.ts';
import { useText } from '../../lib/text/text.ts';
import { Icon } from '../../ui/images/icon.tsx';

/** The product files of a ZIP, to download one by one; nothing for a single file. */
export function FileParts({ file: { id, name, parts } }: { file: ExportFile }) {
  const text = useText();
  const format = useFormat();
  if (parts.length === 0) {
    return null;
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        className: 'export-parts',
        items: parts.map((part, at) => ({
          key: part.name,
          label: (
            <a
              href={addressOf(downloadExportPart, { params: { id, number: String(at + 1) } })}
              download={part.name}
            >
              {part.name} <span className="quiet">{format.bytes(part.bytes)}</span>
            </a>
          ),
        })),
      }}
    >
      <Button
        size="small"
        type="text"
        icon={<Icon name="list" />}
        aria-label={text('export.files.parts', { name })}
        title={text('export.files.parts', { name })}
      />
    </Dropdown>
  );
}
