import { diffArrays } from 'diff';

/** A stretch of text that was kept, removed or added. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Above this number of changed words, the whole text is treated as one change. */
const changedMax = 1000;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns what changed from one text to the other, word by word; scripts without spaces are segmented into words. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts = diffArrays(wordsOf(before), wordsOf(after), { maxEditLength: changedMax });
  return joined(
    inPhrases(
      parts?.map(({ value, removed, added }) => ({
        kind: removed ? 'removed' : added ? 'added' : 'same',
        text: value.join(''),
      })) ?? [
        { kind: 'removed', text: before },
        { kind: 'added', text: after },
      ],
    ),
  );
}

/**
 * Merges changes separated only by spaces or punctuation, so that a replaced phrase is shown as a phrase: first what
 * was removed, then what was added.
 */
function inPhrases(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  let [gone, come] = ['', ''];
  const close = () => {
    result.push(...(gone === '' ? [] : [removed(gone)]), ...(come === '' ? [] : [added(come)]));
    [gone, come] = ['', ''];
  };
  for (const [index, { kind, text }] of parts.entries()) {
    const isChanging = gone !== '' || come !== '';
    const goesOn = isChanging && index < parts.length - 1 && !/[\p{L}\p{N}]/u.test(text);
    if (kind === 'removed' || (kind === 'same' && goesOn)) {
      gone += text;
    }
    if (kind === 'added' || (kind === 'same' && goesOn)) {
      come += text;
    }
    if (kind === 'same' && !goesOn) {
      close();
      result.push(same(text));
    }
  }
  close();
  return result;
}

/** Returns one of the two texts with the parts marked that the other one does not have. */
export function sideOf(parts: readonly DiffPart[], side: 'before' | 'after'): DiffPart[] {
  const left = side === 'before' ? 'added' : 'removed';
  return joined(parts.filter(({ kind }) => kind !== left));
}

function wordsOf(text: string): string[] {
  return [...words.segment(text)].map(({ segment }) => segment);
}

const same = (text: string): DiffPart => ({ kind: 'same', text });
const removed = (text: string): DiffPart => ({ kind: 'removed', text });
const added = (text: string): DiffPart => ({ kind: 'added', text });

/** Merges adjacent parts of the same kind. */
function joined(parts: readonly DiffPart[]): DiffPart[] {
  const result: DiffPart[] = [];
  for (const part of parts) {
    const last = result.at(-1);
    if (last?.kind === part.kind) {
      last.text += part.text;
    } else {
      result.push({ ...part });
    }
  }
  return result;
}

/** How many characters of an unchanged stretch are kept at each of its ends. */
const keptAround = 40;

/** Shortens unchanged parts with an ellipsis, never changed ones. */
export function shortened(parts: DiffPart[]): DiffPart[] {
  return parts.map((part, index) => {
    const letters = [...part.text];
    if (part.kind !== 'same' || letters.length <= keptAround * 2 + 1) {
      return part;
    }
    const head = index === 0 ? '' : letters.slice(0, keptAround).join('');
    const tail = index === parts.length - 1 ? '' : letters.slice(-keptAround).join('');
    return { kind: 'same', text: `${head}…${tail}` };
  });
}
