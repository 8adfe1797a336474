/** The JSON that stands at this place of a script, to its closing brace; null where it does not close or is no JSON. */
export function jsonAt(script: string, start: number): unknown {
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
        return parsed(script.slice(start, at + 1));
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
