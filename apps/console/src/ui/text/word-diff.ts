/** A stretch of text that was kept, removed or added. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Above this number of comparisons, the middle part is treated as one change. */
const comparisonsMax = 1_000_000;

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns what changed from one text to the other, word by word; scripts without spaces are segmented into words. */
export function wordDiff(before: string, after: string): DiffPart[] {
  const from = wordsOf(before);
  const to = wordsOf(after);
  let start = 0;
  while (start < from.length && start < to.length && from[start] === to[start]) {
    start += 1;
  }
  let end = 0;
  while (end < from.length - start && end < to.length - start && from.at(-1 - end) === to.at(-1 - end)) {
    end += 1;
  }
  const gone = from.slice(start, from.length - end);
  const come = to.slice(start, to.length - end);
  return joined(
    inPhrases(
      joined([
        ...from.slice(0, start).map(same),
        ...(gone.length * come.length > comparisonsMax
          ? [...gone.map(removed), ...come.map(added)]
          : middle(gone, come)),
        ...from.slice(from.length - end).map(same),
      ]),
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

/** Compares by the longest common subsequence of words. */
function middle(from: string[], to: string[]): DiffPart[] {
  const width = to.length + 1;
  const common = new Uint32Array((from.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = from[i] === to[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const parts: DiffPart[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [old = '', now = ''] = [from[i], to[j]];
    if (i < from.length && j < to.length && old === now) {
      parts.push(same(old));
      i += 1;
      j += 1;
    } else if (j === to.length || (i < from.length && at(i + 1, j) >= at(i, j + 1))) {
      parts.push(removed(old));
      i += 1;
    } else {
      parts.push(added(now));
      j += 1;
    }
  }
  return parts;
}

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
