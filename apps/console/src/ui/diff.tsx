import type { DiffPart } from './word-diff.ts';
import { shortened, sideOf, wordDiff } from './word-diff.ts';
import './figures.css';

interface TextDiffProps {
  before: string;
  after: string;
}

/** One text before and after: what went is struck, what came is green; the part that stayed takes the ellipsis. */
export function TextDiff({ before, after }: TextDiffProps) {
  const { head, removed, added, tail } = changedPart(before, after);
  return (
    <span className="diff" title={`${before} → ${after}`}>
      {head !== '' && <span className="diff-same">{head}</span>}
      {removed !== '' && <del>{removed}</del>}
      {added !== '' && <ins>{added}</ins>}
      {tail !== '' && <span className="diff-same">{tail}</span>}
    </span>
  );
}

/** A text as it is now, with the words that are new and those that are gone since `before` marked where they stand. */
export function WordDiff({ before, after }: TextDiffProps) {
  return <MarkedParts parts={shortened(wordDiff(before, after))} />;
}

interface ChangedWordsProps extends TextDiffProps {
  /** Which of the two is shown. */
  side: 'before' | 'after';
  /** Shows all of it; else long stretches that are the same in both are left out. */
  whole: boolean;
}

/** One of two texts, clean, with the words marked that the other one does not have. */
export function ChangedWords({ before, after, side, whole }: ChangedWordsProps) {
  const parts = sideOf(wordDiff(before, after), side);
  return <MarkedParts parts={whole ? parts : shortened(parts)} plain />;
}

function MarkedParts({ parts, plain = false }: { parts: readonly DiffPart[]; plain?: boolean }) {
  let at = 0;
  const keyed = parts.map((part) => {
    at += part.text.length;
    return { ...part, key: `${at} ${part.kind}` };
  });
  return (
    <span className={plain ? 'diff words plain' : 'diff words'}>
      {keyed.map(({ kind, text, key }) =>
        kind === 'same' ? (
          <span key={key}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={key}>{text}</del>
        ) : (
          <ins key={key}>{text}</ins>
        ),
      )}
    </span>
  );
}

interface ValueDiffProps {
  before: string | null;
  after: string | null;
}

/** A short value before and after, as for a price: struck, arrow, new. */
export function ValueDiff({ before, after }: ValueDiffProps) {
  if (before === after) {
    return <span>{after ?? '—'}</span>;
  }
  return (
    <span className="diff">
      <s className="quiet">{before ?? '—'}</s>
      <span className="diff-arrow" aria-hidden="true">
        →
      </span>
      <strong>{after ?? '—'}</strong>
    </span>
  );
}

/** The smallest middle part that differs, cut at whole characters. */
export function changedPart(before: string, after: string) {
  const from = [...before];
  const to = [...after];
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) {
    start += 1;
  }
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) {
    end += 1;
  }
  return {
    head: from.slice(0, start).join(''),
    removed: from.slice(start, from.length - end).join(''),
    added: to.slice(start, to.length - end).join(''),
    tail: from.slice(from.length - end).join(''),
  };
}
