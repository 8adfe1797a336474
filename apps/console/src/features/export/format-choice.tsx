import type { ExportFormat, ExportNotices } from '@bowerbird/contract/export';
import { exportFormats } from '@bowerbird/contract/export';
import { Radio } from 'antd';
import { useText } from '../../lib/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { PlatformMark } from '../../ui/images/platform-mark.tsx';
import { SectionHead } from '../../ui/layout/section-head.tsx';
import { NoticeList } from './export-notices.tsx';

interface FormatChoiceProps {
  format: ExportFormat;
  onFormat(format: ExportFormat): void;
  /** Notices about the file, counted over a sample; null until known. */
  notices: ExportNotices | null;
}

/** Chooses the format, and shows its notices about these products. */
export function FormatChoice({ format, onFormat, notices }: FormatChoiceProps) {
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
            <span className="export-format">
              <PlatformMark platform="shopify" size={18} named />
              {text(`export.format.${each}`)}
            </span>
            <span className="caption">{text(`export.format.${each}.what`)}</span>
          </Radio>
        ))}
      </Radio.Group>
      {notices !== null && notices.length === 0 && (
        <p className="export-carries">
          <StateGlyph state="complete" /> {text('export.notice.none')}
        </p>
      )}
      {notices !== null && notices.length > 0 && (
        <>
          <p className="export-notices-head">{text('export.notice')}</p>
          <NoticeList notices={notices} />
        </>
      )}
    </section>
  );
}
