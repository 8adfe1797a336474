import type { ExportFormat } from '@bowerbird/contract/export';
import { exportFormats } from '@bowerbird/contract/export';
import { Radio } from 'antd';
import { useText } from '../../lib/text.ts';
import { PlatformMark } from '../../ui/platform-mark.tsx';
import { SectionHead } from '../../ui/section-head.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';

interface FormatChoiceProps {
  format: ExportFormat;
  onFormat(format: ExportFormat): void;
  /** What it cannot carry, counted over a sample; null until that is known. */
  lost: { what: string; products: number }[] | null;
}

/** In which form, and what that form leaves out of these products. */
export function FormatChoice({ format, onFormat, lost }: FormatChoiceProps) {
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
      {lost !== null && lost.length === 0 && (
        <p className="export-carries">
          <StateGlyph state="complete" /> {text('export.lost.none')}
        </p>
      )}
      {lost !== null && lost.length > 0 && (
        <>
          <p className="export-lost-head">{text('export.lost')}</p>
          <ul className="export-lost">
            {lost.map(({ what, products }) => (
              <li key={what}>
                <span>{text.named(`export.lost.${what}`, {}, what)}</span>
                <span className="quiet">{text('export.lost.products', { n: products })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
