import type { AppError } from '@bowerbird/contract/errors';
import { parseBoundedJson } from '../bounded-json.ts';
import { jsonAt } from '../embedded-json.ts';
import type { HtmlFacts } from '../html-facts.ts';
import { withReferences } from '../references.ts';
import { isObject, type UnreadObject } from '../unread.ts';
import type { Form } from './item.ts';
import { failureOfAnswer } from './turned-away.ts';

/** What a page carries of its item, its references put in, and in which form. */
export interface Payload {
  form: Exclude<Form, 'open-api'>;
  root: UnreadObject;
}

/** Today's answer counts before the older ones, whatever stands first on the page. */
const order: Payload['form'][] = ['mtop', 'components', 'modules'];
/** Keys of which one is enough to know a form by. */
const marks: Record<Payload['form'], string[]> = {
  mtop: ['PRODUCT_TITLE', 'GLOBAL_DATA', 'SKU'],
  components: ['productInfoComponent', 'skuComponent', 'priceComponent'],
  modules: ['titleModule', 'skuModule', 'priceModule'],
};
/** Where a page's scripts write it. The outer object is the language's own literal, what is inside is JSON. */
const written = [
  {
    word: 'runParams',
    pattern: /\brunParams\s{0,40}=\s{0,40}\{\s{0,40}["']?data["']?\s{0,40}:\s{0,40}/y,
  },
  { word: 'runParams', pattern: /\brunParams\s{0,40}=\s{0,40}/y },
  { word: 'mtopjsonp', pattern: /\bmtopjsonp\d{0,6}\s{0,10}\(\s{0,40}/y },
];
/** So many places of each kind are tried: a page made of them must not hold us. */
const triesMax = 12;

/**
 * What a page carries of its item: the answer of its own call, as it came or within the page, or the state that older
 * pages hold. Null where there is none; the call's own failure, where it is all there is, is thrown. The page's markup is
 * walked through (`facts`) only where it may hold JSON blocks.
 */
export function payloadIn(html: string, facts: () => HtmlFacts, host: string): Payload | null {
  const found: Payload[] = [];
  let failure: AppError | null = null;
  for (const value of candidates(html, facts)) {
    const payload = known(value);
    if (payload !== null && payload.form === order[0]) {
      return complete(payload, html);
    }
    if (payload) {
      found.push(payload);
    } else if (isObject(value) && Array.isArray(value.ret)) {
      failure ??= failureOfAnswer(value, host);
    }
  }
  const best = order.flatMap((form) => found.find((payload) => payload.form === form) ?? [])[0] ?? null;
  if (best === null && failure !== null) {
    throw failure;
  }
  return best === null ? null : complete(best, html);
}

function complete({ form, root }: Payload, html: string): Payload {
  const read = html.includes('$ref') ? withReferences(root) : root;
  return { form, root: isObject(read) ? read : {} };
}

/** The JSON of an answer as it came, in a callback or bare; undefined for a page. */
export function bareJson(text: string): unknown {
  const start = /^\s{0,100}([\w$.]{1,80}\()?\s{0,20}(?=[{[])/.exec(text);
  if (start === null) {
    return undefined;
  }
  const inside = text.slice(start[0].length).trimEnd();
  try {
    return parseBoundedJson(start[1] === undefined ? inside : inside.slice(0, inside.lastIndexOf(')')));
  } catch {
    return undefined;
  }
}

function* candidates(html: string, facts: () => HtmlFacts): Generator<unknown> {
  yield bareJson(html);
  if (/application\/json/i.test(html)) {
    for (const { value } of facts().json) {
      yield value;
    }
  }
  for (const { word, pattern } of written) {
    let tries = 0;
    for (let at = html.indexOf(word); at !== -1 && tries < triesMax; at = html.indexOf(word, at + 1)) {
      pattern.lastIndex = at;
      const before = pattern.exec(html);
      if (before !== null) {
        tries += 1;
        yield jsonAt(html, at + before[0].length);
      }
    }
  }
}

function known(value: unknown): Payload | null {
  for (const root of layers(value)) {
    const form = order.find((one) => marks[one].some((key) => isObject(root[key])));
    if (form !== undefined) {
      return { form, root };
    }
  }
  return null;
}

/** An answer's own layers, from the outside: itself, `data`, `data.result` or `result`. */
function layers(value: unknown): UnreadObject[] {
  const outer = isObject(value) ? value : {};
  const data = isObject(outer.data) ? outer.data : {};
  return [outer, data, data.result, outer.result].filter(isObject);
}
