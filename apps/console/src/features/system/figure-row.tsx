import type { Figure } from '@bowerbird/contract/system/system';
import type { Format } from '../../lib/text/format.ts';
import { useFormat } from '../../lib/text/format.ts';
import type { Text } from '../../lib/text/text.ts';
import { useText } from '../../lib/text/text.ts';
import { StateGlyph } from '../../ui/feedback/state-glyph.tsx';
import { Row } from '../../ui/layout/box.tsx';
import { Text as TextBox } from '../../ui/text/text.tsx';

/** One figure: its value, its normal range, and outside of that what a person must do. */
export function FigureRow({ figure }: { figure: Figure }) {
  const text = useText();
  const format = useFormat();
  const { name, act, value } = figure;
  return (
    <li className={act ? 'figure-row act' : 'figure-row'}>
      <Row as="span" align="center" gap={8}>
        {act && <StateGlyph state="failed" />}
        {text(`system.figure.${name}`)}
      </Row>
      <TextBox className="figure-value" weight={600} textAlign="end">
        {value === null ? text('system.unknown') : valueText(text, format, figure, value)}
      </TextBox>
      {(act || bandText(text, format, figure) !== '') && (
        <Row as="span" column="1 / -1" wrap justify="between" gap={[0, 16]} font="caption" tone="t3">
          {act && <span className="figure-action">{text.named(`system.act.${name}`)}</span>}
          <span>{bandText(text, format, figure)}</span>
        </Row>
      )}
    </li>
  );
}

function valueText(text: Text, format: Format, { unit }: Figure, value: number): string {
  switch (unit) {
    case 'bytes':
      return format.bytes(value);
    case 'seconds':
      return format.duration(value);
    case 'milliseconds':
      return text('system.milliseconds', { n: value });
    case 'count':
      return format.number(value);
  }
}

function bandText(text: Text, format: Format, figure: Figure): string {
  const { normalFrom, normalTo } = figure;
  if (normalFrom !== null) {
    return text('system.normal.from', { value: valueText(text, format, figure, normalFrom) });
  }
  return normalTo === null
    ? ''
    : text(normalTo === 0 ? 'system.normal.none' : 'system.normal.to', {
        value: valueText(text, format, figure, normalTo),
      });
}
