/** Letters and digits of scripts that separate words with spaces. In other scripts a word is found anywhere. */
const partedLetter =
  /^[[\p{L}\p{N}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]]$/v;

/** A node of the word tree (trie), with which thousands of words are searched in one pass. */
interface Branch {
  /** The word that ends here, as written in the list. */
  word: string | null;
  next: Map<string, Branch>;
}

/** Normalises text: width, case and invisible characters do not matter. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ');
}

/**
 * Returns a function that finds the first of these words in a text and returns it as written in the list; null when
 * there is none. A match must not touch another letter, so that `cat` is not found in `catalogue`; Chinese words are
 * found anywhere. White space in a word matches any white space.
 */
export function wordFinder(words: readonly string[]): (text: string) => string | null {
  const root = branchesOf(words);
  if (root.next.size === 0) {
    return () => null;
  }
  return (text) => {
    const characters = [...folded(text)];
    for (let at = 0; at < characters.length; at += 1) {
      const word = root.next.has(characters[at] ?? '') ? wordAt(root, characters, at) : null;
      if (word !== null) {
        return word;
      }
    }
    return null;
  };
}

function branchesOf(words: readonly string[]): Branch {
  const root: Branch = { word: null, next: new Map() };
  for (const word of words) {
    let branch = root;
    for (const character of folded(word).trim()) {
      const next = branch.next.get(character) ?? { word: null, next: new Map() };
      branch.next.set(character, next);
      branch = next;
    }
    branch.word ??= word.trim();
  }
  return root;
}

/** Returns the longest word that begins here, without a letter directly before or after it. */
function wordAt(root: Branch, characters: readonly string[], start: number): string | null {
  if (isTouched(characters[start - 1], characters[start])) {
    return null;
  }
  let found: string | null = null;
  let branch: Branch | undefined = root;
  for (let at = start; branch; at += 1) {
    if (branch.word !== null && at > start && !isTouched(characters[at - 1], characters[at])) {
      found = branch.word;
    }
    branch = branch.next.get(characters[at] ?? '');
  }
  return found;
}

/** Reports whether two adjacent characters are letters of one word. */
function isTouched(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && partedLetter.test(one) && partedLetter.test(other);
}
