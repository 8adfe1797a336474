import type { ExportFormat, ExportNotices } from '@bowerbird/contract/products/export';
import { exportFormats } from '@bowerbird/contract/products/export';
import { Radio } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { Text } from '../../ui/text/text.tsx';
import { NoticeList } from './export-notices.tsx';

/** Returns the platform whose file a format is. */
function platformOf(format: ExportFormat): string {
  return format === 'shopify-new' || format === 'matrixify' ? 'shopify' : format;
}

interface FormatChoiceProps {
  format: ExportFormat;
  onFormat(format: ExportFormat): void;
  /** Notices about the file, counted over a sample; null until known. */
  notices: ExportNotices | null;
  /** What is chosen beside the format. */
  children: ReactNode;
}

/** Chooses the format, and shows its notices about these products. */
export function FormatChoice({ format, onFormat, notices, children }: FormatChoiceProps) {
  const text = useText();
  return (
    <section className="export-as">
      <SectionHead title={text('export.as')} />
      <Radio.Group
        className="export-choices"
        aria-label={text('export.as')}
        value={format}
        onChange={({ target }) => onFormat(exportFormats.find((each) => each === target.value) ?? 'shopify')}
      >
        {exportFormats.map((each) => (
          <Radio key={each} value={each}>
            <Row as="span" inline align="center" gap={6}>
              <PlatformMark platform={platformOf(each)} size={18} named />
              {text(`export.format.${each}`)}
            </Row>
            <span className="caption">{text(`export.format.${each}.what`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      {children}
      {notices !== null && notices.length === 0 && (
        <Row as="p" align="center" gap={8} font="small" tone="t2">
          <StateGlyph state="complete" /> {text('export.notice.none')}
        </Row>
      )}
      {notices !== null && notices.length > 0 && (
        <>
          <Text as="p" font="caption" tone="t3">
            {text('export.notice')}
          </Text>
          <NoticeList notices={notices} />
        </>
      )}
    </section>
  );
}
