import type { TraceEntry } from '@bowerbird/catalog/listing-rules/trace';
import { useFormat } from '../../../lib/text/format.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box, Grid, Row } from '../../../ui/layout/box.tsx';
import { TextDiff, ValueDiff } from '../../../ui/text/diff.tsx';
import { Why } from '../../../ui/text/why.tsx';
import { MarginChange } from '../prices/margin-change.tsx';
import type { Explained } from './rules-queries.ts';
import { amountLines, textLines } from './why-text.ts';

interface RuleResultProps {
  reported: Explained;
  /** Matches the paths of the values shown. */
  of: RegExp;
  /** Shown if none of them changes. */
  none?: string;
}

/** What the rules make of one product's values: each before and after, with its calculation behind `why`. */
export function RuleResult({ reported, of, none }: RuleResultProps) {
  const entries = reported.trace.filter(({ path }) => of.test(path));
  if (entries.length === 0) {
    return none === undefined ? null : (
      <Grid as="p" className="rule-result quiet" gap={2} font="small">
        {none}
      </Grid>
    );
  }
  return (
    <Grid as="ul" className="rule-result" gap={2} font="small" aria-live="polite">
      {entries.map((entry) => (
        <li key={entry.path}>
          <ResultLine entry={entry} reported={reported} />
        </li>
      ))}
    </Grid>
  );
}

/** Texts of which only a part changes; the others change as a whole. */
const flowing: ReadonlySet<string> = new Set(['title', 'descriptionHtml', 'tags']);
const quantities = /^variants\.\d+\.stock$/;
const amounts = /^variants\.\d+\.(price|compareAtPrice)$/;

function ResultLine({ entry, reported }: { entry: TraceEntry; reported: Explained }) {
  const text = useText();
  const format = useFormat();
  const { path, before, after, steps } = entry;
  const field = amounts.exec(path)?.[1] ?? (quantities.test(path) ? 'stock' : path);
  const label = text.named(`listing.rule.field.${field}`, {}, field);
  const { currency } = reported.before;
  if (amounts.test(path)) {
    const margin = field === 'price' ? reported.margins[Number(path.split('.')[1])] : undefined;
    const own = before === null ? null : format.money(before, currency);
    const there = after === null ? null : format.money(after, reported.after.currency);
    return (
      <>
        <Box as="span" rigid minW={84} tone="t3">
          {label}
        </Box>
        <Row as="span" className="rule-result-value" basis={180} wrap align="baseline" gap={[0, 10]} shrink>
          <ValueDiff before={own} after={there} />
          <Why
            title={text('listing.why.title', { value: there ?? '—' })}
            lines={amountLines(text, format, steps, currency)}
          >
            {text('listing.why')}
          </Why>
          {margin !== undefined && <MarginChange before={margin.marginBefore} after={margin.marginAfter} />}
        </Row>
      </>
    );
  }
  const [from, to] =
    field === 'descriptionHtml' ? [plain(before), plain(after)] : [before ?? '', after ?? ''];
  return (
    <>
      <Box as="span" rigid minW={84} tone="t3">
        {label}
      </Box>
      <Row as="span" className="rule-result-value" basis={180} wrap align="baseline" gap={[0, 10]} shrink>
        {flowing.has(field) ? <TextDiff before={from} after={to} /> : <ValueDiff before={from} after={to} />}
        {steps.length > 0 && (field === 'title' || field === 'stock') && (
          <Why title={text('listing.why.title', { value: label })} lines={textLines(text, format, steps)}>
            {text('listing.why')}
          </Why>
        )}
      </Row>
    </>
  );
}

/** Returns a description's text, shown as text, never as HTML. */
function plain(html: string | null): string {
  const parsed = new DOMParser().parseFromString(html ?? '', 'text/html');
  return (parsed.body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}
