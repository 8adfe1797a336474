import type { DriftField } from '@bowerbird/contract/listing-states';
import { useFormat } from '../../lib/format.ts';
import { descriptionWords } from '../../lib/product-words.ts';
import { useText } from '../../lib/text.ts';
import { WordDiff } from '../../ui/diff.tsx';

interface DriftValueProps {
  field: DriftField;
  which: 'sent' | 'store' | 'ours';
  currency: string | null;
}

/** One of the three values; in the store's words what is new and what is gone is marked. */
export function DriftValue({ field, which, currency }: DriftValueProps) {
  const text = useText();
  const format = useFormat();
  const value = field[which];
  const { kind } = field;
  const words = wordsOf(kind, value);
  if (words === null || words === '') {
    return <span className="quiet">{text('drift.nothing')}</span>;
  }
  if (kind === 'price' || kind === 'compareAtPrice') {
    return <span className="num">{format.money(words, currency)}</span>;
  }
  if (kind === 'status') {
    return <span>{text(words === 'active' ? 'drift.shown' : 'drift.hidden')}</span>;
  }
  const before = wordsOf(kind, field.sent);
  return which === 'store' && before !== null && isText(kind) ? (
    <WordDiff before={before} after={words} />
  ) : (
    <span className="drift-words">{words}</span>
  );
}

function isText(kind: DriftField['kind']): boolean {
  return kind === 'title' || kind === 'description' || kind === 'tags' || kind === 'variants';
}

function wordsOf(kind: DriftField['kind'], value: unknown): string | null {
  if (Array.isArray(value)) {
    return value.map(String).join(', ');
  }
  if (typeof value === 'string') {
    return kind === 'description' ? descriptionWords(value) : value;
  }
  return typeof value === 'number' ? String(value) : null;
}
