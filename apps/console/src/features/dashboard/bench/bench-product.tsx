import type { Product, ProductField } from '@bowerbird/catalog/product';
import type { FieldTrace } from '@bowerbird/contract/system/bench';
import { useFaultText } from '../../../lib/text/fault-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { FaultRow } from '../../../ui/feedback/fault-row.tsx';
import type { StateName } from '../../../ui/feedback/state-glyph.tsx';
import { StateGlyph } from '../../../ui/feedback/state-glyph.tsx';
import { Box, Row, Stack } from '../../../ui/layout/box.tsx';
import { SectionHead } from '../../../ui/layout/section-head.tsx';
import type { BenchAnswer } from '../insight-queries.ts';

/** Maximum number of characters of a value shown at once. */
const shownMax = 240;

const glyphs: Record<FieldTrace['found'], StateName> = { exact: 'listed', made: 'sent', absent: 'none' };

/** The first product as read: each field with its place in the responses, and violations of our rules. */
export function BenchProduct({ answer, onPlace }: { answer: BenchAnswer; onPlace(exchange: number): void }) {
  const text = useText();
  const sentence = useFaultText();
  const { product, fields, way, fault, issues } = answer;
  if (product === null) {
    return answer.recognition.candidates.length === 0 ? null : (
      <section>
        <SectionHead title={text('bench.product')} />
        <FaultRow
          state="failed"
          what={text('bench.product.none')}
          {...(fault !== null && { why: sentence(fault) })}
        />
      </section>
    );
  }
  return (
    <section>
      <SectionHead title={text('bench.product')} />
      <Box as="p" p={[10, 0]} font="small" tone="t2">
        {way === null
          ? text('bench.way.none')
          : text('bench.way', { way: text.named(`collect.read.${way}`, {}, way) })}
      </Box>
      <Box as="table" className="plain-table bench-fields" w="100%" font="small">
        <thead>
          <tr>
            <th scope="col">{text('bench.field')}</th>
            <th scope="col">{text('bench.value')}</th>
            <th scope="col">{text('bench.found')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map((trace) => (
            <tr key={trace.field}>
              <th scope="row">{text(`products.field.${trace.field}`)}</th>
              <td>
                {trace.found === 'absent' ? (
                  <span className="quiet">—</span>
                ) : (
                  <FieldValue product={product} field={trace.field} />
                )}
              </td>
              <td>
                <FieldPlace trace={trace} onPlace={onPlace} />
              </td>
            </tr>
          ))}
        </tbody>
      </Box>
      <h3 className="bench-issues-title">{text('bench.issues')}</h3>
      {issues.length === 0 ? (
        <p className="quiet">{text('bench.issues.none')}</p>
      ) : (
        issues.map(({ path, code, params }) => (
          <FaultRow
            key={`${path.join('.')} ${code}`}
            state="refused"
            what={<code>{path.join('.')}</code>}
            why={text.named(`products.issue.${code}`, params, text('products.issue.product.value-invalid'))}
          />
        ))
      )}
    </section>
  );
}

function FieldValue({ product, field }: { product: Product; field: ProductField }) {
  const text = useText();
  const value = product[field];
  if (typeof value === 'string' && value.length <= shownMax) {
    return value;
  }
  const whole = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const head =
    typeof value === 'string'
      ? `${value.slice(0, shownMax)}…`
      : Array.isArray(value)
        ? text('bench.count', { n: value.length })
        : shortened(JSON.stringify(value));
  return (
    <details>
      <summary>{head}</summary>
      <Box
        as="pre"
        className="bench-pre"
        maxH={220}
        m={0}
        p={[10, 12]}
        radius="m"
        overflow="auto"
        font="caption"
        anywhere
        tone="ink2"
        ground="canvas"
        tabIndex={0}
      >
        {whole}
      </Box>
    </details>
  );
}

function shortened(value: string): string {
  return value.length <= shownMax ? value : `${value.slice(0, shownMax)}…`;
}

function FieldPlace({ trace, onPlace }: { trace: FieldTrace; onPlace(exchange: number): void }) {
  const text = useText();
  const { found, exchange, place } = trace;
  return (
    <Stack as="span" gap={2}>
      <Row as="span" inline align="center" gap={6}>
        <StateGlyph state={glyphs[found]} size={14} />
        {text(`bench.found.${found}`)}
      </Row>
      {exchange !== null && place !== null && (
        <button type="button" className="link-button" onClick={() => onPlace(exchange)}>
          {text('bench.place', { n: String(exchange + 1), place })}
        </button>
      )}
    </Stack>
  );
}
