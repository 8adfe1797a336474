import type { ExportFile, ExportNotices } from '@bowerbird/contract/products/export';
import { Modal } from 'antd';
import { useState } from 'react';
import { useText } from '../../lib/text/text.ts';
import { Box, Row } from '../../ui/layout/box.tsx';
import { Text } from '../../ui/text/text.tsx';

/** Notices about a file's products: each notice, how many products it concerns, and the first of them by title. */
export function NoticeList({ notices }: { notices: ExportNotices }) {
  const text = useText();
  return (
    <ul className="export-notices">
      {notices.map(({ what, products, titles }) => (
        <Row as="li" wrap justify="between" gap={[0, 12]} p={[6, 0]} borderBottom font="small" key={what}>
          <span>{text.named(`export.notice.${what}`, {}, what)}</span>
          <span className="quiet">{text('export.notice.products', { n: products })}</span>
          {titles.length > 0 && (
            <Text className="caption" w="100%" anywhere dir="auto">
              {products > titles.length
                ? text('export.files.andMore', { titles: titles.join(' · '), n: products - titles.length })
                : titles.join(' · ')}
            </Text>
          )}
        </Row>
      ))}
    </ul>
  );
}

/** Notices about products that are missing in a file. */
const lacking: ReadonlySet<string> = new Set([
  'no-price',
  'refused-by-importer',
  'text-over-spreadsheet',
  'variants-without-price',
]);

/** Opens the notices of a file; shows nothing if there are none. */
export function FileNotices({ file: { name, notices } }: { file: ExportFile }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  if (notices.length === 0) {
    return <span className="quiet">—</span>;
  }
  return (
    <>
      <Box
        as="button"
        type="button"
        className={
          notices.some(({ what }) => lacking.has(what)) ? 'export-noticed lacking' : 'export-noticed'
        }
        p={0}
        border="none"
        ground="none"
        tone="t2"
        onClick={() => setOpen(true)}
      >
        {text('export.files.noticed', { n: notices.length })}
      </Box>
      <Modal
        open={isOpen}
        title={text('export.files.noticesOf', { name })}
        footer={null}
        onCancel={() => setOpen(false)}
      >
        <NoticeList notices={notices} />
      </Modal>
    </>
  );
}
