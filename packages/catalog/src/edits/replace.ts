/** Replaces every occurrence. Both texts are taken literally; with `ignoreCase`, "mug" also finds "MUG". */
export function replaceText(text: string, find: string, replaceWith: string, ignoreCase = false): string {
  return ignoreCase
    ? text.replace(new RegExp(RegExp.escape(find), 'giu'), () => replaceWith)
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

/** Replaces each `{name}` with its value; a name without a value stays as it is written. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** Escapes plain text for HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
