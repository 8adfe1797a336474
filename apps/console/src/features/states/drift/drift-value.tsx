import type { DriftField } from '@bowerbird/contract/listing/states';
import { useFormat } from '../../../lib/text/format.ts';
import { descriptionText } from '../../../lib/text/product-text.ts';
import { useText } from '../../../lib/text/text.ts';
import { Box } from '../../../ui/layout/box.tsx';
import { ChangedText } from '../../../ui/text/diff.tsx';

interface DriftValueProps {
  field: DriftField;
  which: 'store' | 'ours';
  currency: string | null;
  /** Shows all of a long text. */
  whole: boolean;
}

/** The store's value or ours, cleaned, with what the other side does not have marked. */
export function DriftValue({ field, which, currency, whole }: DriftValueProps) {
  const text = useText();
  const format = useFormat();
  const { kind } = field;
  const value = field[which];
  const other = field[which === 'store' ? 'ours' : 'store'];
  if (Array.isArray(value) && value.length > 0) {
    return <ChangedEntries entries={value.map(String)} others={entriesOf(other)} which={which} />;
  }
  const words = driftText(kind, value);
  if (words === '') {
    return <span className="quiet">{text('drift.nothing')}</span>;
  }
  if (kind === 'price' || kind === 'compareAtPrice') {
    return <span className="num">{format.money(words, currency)}</span>;
  }
  if (kind === 'status') {
    return <span>{text(words === 'active' ? 'drift.shown' : 'drift.hidden')}</span>;
  }
  const store = which === 'store' ? words : driftText(kind, other);
  const ours = which === 'ours' ? words : driftText(kind, other);
  return isText(kind) && store !== '' && ours !== '' ? (
    <ChangedText before={ours} after={store} side={which === 'store' ? 'after' : 'before'} whole={whole} />
  ) : (
    <span className="drift-text">{words}</span>
  );
}

interface ChangedEntriesProps {
  entries: readonly string[];
  others: readonly string[];
  which: 'store' | 'ours';
}

/** Tags or variants one by one; those that the other side does not have are marked. */
function ChangedEntries({ entries, others, which }: ChangedEntriesProps) {
  const known = new Set(others);
  const Mark = which === 'store' ? 'ins' : 'del';
  return (
    <Box as="span" className="diff words plain drift-entries" wrap shrink maxW="100%">
      {[...new Set(entries)].map((entry) =>
        known.has(entry) ? <span key={entry}>{entry}</span> : <Mark key={entry}>{entry}</Mark>,
      )}
    </Box>
  );
}

function entriesOf(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function isText(kind: DriftField['kind']): boolean {
  return kind === 'title' || kind === 'description' || kind === 'vendor' || kind === 'productType';
}

/** Returns a value as plain text; '' for none. */
export function driftText(kind: DriftField['kind'], value: unknown): string {
  if (typeof value === 'string') {
    return kind === 'description' ? (descriptionText(value) ?? '') : value;
  }
  return typeof value === 'number' ? String(value) : entriesOf(value).join(', ');
}
