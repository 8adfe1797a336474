import { Box } from '../layout/box.tsx';
import { Text } from './text.tsx';
import type { DiffPart } from './word-diff.ts';
import { shortened, sideOf, wordDiff } from './word-diff.ts';
import '../charts/figures.css';

interface TextDiffProps {
  before: string;
  after: string;
}

/**
 * One text before and after: removed parts are struck through, added ones green; the unchanged part gets the ellipsis.
 */
export function TextDiff({ before, after }: TextDiffProps) {
  const { head, removed, added, tail } = changedPart(before, after);
  return (
    <Text className="diff" shrink maxW="100%" title={`${before} → ${after}`}>
      {head !== '' && (
        <Box as="span" className="diff-same" minW="2ch" cut>
          {head}
        </Box>
      )}
      {removed !== '' && <del>{removed}</del>}
      {added !== '' && <ins>{added}</ins>}
      {tail !== '' && (
        <Box as="span" className="diff-same" minW="2ch" cut>
          {tail}
        </Box>
      )}
    </Text>
  );
}

/** The current text, with the words added and removed since `before` marked in place. */
export function WordDiff({ before, after }: TextDiffProps) {
  return <MarkedParts parts={shortened(wordDiff(before, after))} />;
}

interface ChangedWordsProps extends TextDiffProps {
  /** Which of the two is shown. */
  side: 'before' | 'after';
  /** Shows all of it; otherwise, long stretches that are the same in both are omitted. */
  whole: boolean;
}

/** One of two texts, cleaned, with the words marked that the other one does not have. */
export function ChangedText({ before, after, side, whole }: ChangedWordsProps) {
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
    <Text className={plain ? 'diff words plain' : 'diff words'} shrink maxW="100%">
      {keyed.map(({ kind, text, key }) =>
        kind === 'same' ? (
          <span key={key}>{text}</span>
        ) : kind === 'removed' ? (
          <del key={key}>{text}</del>
        ) : (
          <ins key={key}>{text}</ins>
        ),
      )}
    </Text>
  );
}

interface ValueDiffProps {
  before: string | null;
  after: string | null;
}

/** A short value before and after, such as a price: struck through, arrow, new. */
export function ValueDiff({ before, after }: ValueDiffProps) {
  if (before === after) {
    return <span>{after ?? '—'}</span>;
  }
  return (
    <Text className="diff" shrink maxW="100%">
      <s className="quiet">{before ?? '—'}</s>
      <Text className="diff-arrow" tone="t2" aria-hidden="true">
        →
      </Text>
      <strong>{after ?? '—'}</strong>
    </Text>
  );
}

/** Returns the smallest differing middle part, cut at whole characters. */
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
