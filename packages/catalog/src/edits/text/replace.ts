/** Returns the pattern that finds every occurrence of a text as it is written; with `ignoreCase`, "mug" also finds "MUG". */
export function literalPattern(find: string, ignoreCase: boolean): RegExp {
  return new RegExp(RegExp.escape(find), ignoreCase ? 'giu' : 'g');
}

/** Replaces every occurrence. Both texts are taken literally; with `ignoreCase`, "mug" also finds "MUG". */
export function replaceText(text: string, find: string, replaceWith: string, ignoreCase = false): string {
  return ignoreCase
    ? text.replace(literalPattern(find, true), () => replaceWith)
    : text.replaceAll(find, () => replaceWith);
}

// No alternative can match what another one matches, so an unclosed quote costs one pass, not many. An unclosed comment
// runs to the end, as in a browser: searching for its end from each of many such comments would cost one pass each.
const tagOrComment = /(<!--[\s\S]*?(?:-->|$)|<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/;

/**
 * Replaces text between tags. Both texts are plain text: "A & B" finds "A &amp; B" and is written in that escaped form.
 */
export function replaceInHtml(html: string, find: string, replaceWith: string, ignoreCase = false): string {
  const sought = escapeHtml(find);
  const written = escapeHtml(replaceWith);
  return html
    .split(tagOrComment)
    .map((part, index) => (index % 2 === 1 ? part : replaceText(part, sought, written, ignoreCase)))
    .join('');
}

/** Escapes plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The longest result of a replacement, in characters. Nothing longer fits into any field. */
const resultMax = 4_000_000;

/** Reports whether replacing would give a text that no field can hold. It is found without making that text. */
export function growsTooLong(text: string, find: string, replaceWith: string, ignoreCase = false): boolean {
  const growth = replaceWith.length - find.length;
  const upper = text.length + Math.max(0, growth) * Math.floor(text.length / find.length);
  if (upper <= resultMax) {
    return false;
  }
  const sought = literalPattern(find, ignoreCase);
  let length = text.length;
  while (length <= resultMax && sought.exec(text) !== null) {
    length += growth;
  }
  return length > resultMax;
}

/** References that escaping writes; any other is left as it stands. */
const written: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * Changes the text between tags, given as plain text, one stretch after the other: a tag, a comment or a character
 * reference such as `&nbsp;` ends a stretch and stays as it is. Stretches that do not change stay byte for byte. Null
 * when one of the changes is null.
 */
export function changeHtmlText(html: string, change: (plain: string) => string | null): string | null {
  let isPossible = true;
  const changed = html.split(tagOrComment).map((part, index) => {
    if (index % 2 === 1 || !isPossible) {
      return part;
    }
    return part
      .split(/(&(?!(?:amp|lt|gt);)#?\w{1,32};)/)
      .map((stretch, at) => {
        if (at % 2 === 1 || stretch === '' || !isPossible) {
          return stretch;
        }
        const plain = stretch.replaceAll(/&(?:amp|lt|gt);/g, (reference) => written[reference] ?? reference);
        const next = change(plain);
        isPossible &&= next !== null;
        return next === null || next === plain ? stretch : escapeHtml(next);
      })
      .join('');
  });
  return isPossible ? changed.join('') : null;
}
