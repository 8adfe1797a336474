/** The JSON that stands at this place of a script, to its closing brace; null where it does not close or is no JSON. */
export function jsonAt(script: string, start: number): unknown {
  const end = closingOf(script, start);
  return end === null ? null : parsed(script.slice(start, end));
}

/** Where the object or list that opens here is closed, strings respected; null where it is not. */
export function closingOf(script: string, start: number): number | null {
  if (script[start] !== '{' && script[start] !== '[') {
    return null;
  }
  let depth = 0;
  let quote = '';
  for (let at = start; at < script.length; at += 1) {
    const mark = script[at] ?? '';
    if (quote !== '') {
      if (mark === '\\') {
        at += 1;
      } else if (mark === quote) {
        quote = '';
      }
    } else if (mark === '"') {
      quote = mark;
    } else if (mark === '{' || mark === '[') {
      depth += 1;
    } else if (mark === '}' || mark === ']') {
      depth -= 1;
      if (depth === 0) {
        return at + 1;
      }
    }
  }
  return null;
}

/** The JSON behind the first place that this pattern ends at. */
export function jsonAfter(script: string, before: RegExp): unknown {
  const found = before.exec(script);
  return found === null ? null : jsonAt(script, found.index + found[0].length);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
