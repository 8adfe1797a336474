/** Replaces every occurrence, both texts taken literally; `ignoreCase` finds "MUG" by "mug". */
export function replaceText(text: string, find: string, replaceWith: string, ignoreCase = false): string {
  return ignoreCase
    ? text.replace(new RegExp(RegExp.escape(find), 'giu'), () => replaceWith)
    : text.replaceAll(find, () => replaceWith);
}

// No alternative can match what another does, so an unclosed quote costs one pass, not many. A comment that nothing closes
// goes to the end, as for a browser; looking for its end from each of many such would cost a pass each.
const tagOrComment = /(<!--[\s\S]*?(?:-->|$)|<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/;

/** Replaces in the text between tags. Both texts are plain: "A & B" finds "A &amp; B" and is written so. */
export function replaceInHtml(html: string, find: string, replaceWith: string, ignoreCase = false): string {
  const sought = escapeHtml(find);
  const written = escapeHtml(replaceWith);
  return html
    .split(tagOrComment)
    .map((part, index) => (index % 2 === 1 ? part : replaceText(part, sought, written, ignoreCase)))
    .join('');
}

/** Fills `{name}` by the values given; a name that is not among them stays as it is written. */
export function fillTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  );
}

/** Plain text as it stands in HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
