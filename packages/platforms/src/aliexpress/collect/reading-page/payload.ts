import type { AppError } from '@bowerbird/contract/errors';
import type { HtmlFacts } from '../../../reading/html/html-facts.ts';
import { parseBoundedJson } from '../../../reading/json/bounded-json.ts';
import { jsonAt } from '../../../reading/json/embedded-json.ts';
import { withReferences } from '../../../reading/json/references.ts';
import { isObject, type UnreadObject } from '../../../reading/unread.ts';
import type { Form } from '../product/item.ts';
import { failureOfAnswer } from '../turned-away.ts';

/** The item data of a page with its references resolved, and the format it was in. */
export interface Payload {
  form: Exclude<Form, 'open-api'>;
  root: UnreadObject;
}

/** Today's answer takes precedence over the older ones, whatever comes first on the page. */
const order: Payload['form'][] = ['mtop', 'components', 'modules'];
/** Keys that identify a format; one of them is sufficient. */
const marks: Record<Payload['form'], string[]> = {
  mtop: ['PRODUCT_TITLE', 'GLOBAL_DATA', 'SKU'],
  components: ['productInfoComponent', 'skuComponent', 'priceComponent'],
  modules: ['titleModule', 'skuModule', 'priceModule'],
};
/** Where a page's scripts contain the data. The outer object is a JavaScript literal, its content is JSON. */
const written = [
  {
    word: 'runParams',
    patterns: [
      /\brunParams\s{0,40}=\s{0,40}\{\s{0,40}["']?data["']?\s{0,40}:\s{0,40}/y,
      /\brunParams\s{0,40}=\s{0,40}/y,
    ],
  },
  { word: 'mtopjsonp', patterns: [/\bmtopjsonp\d{0,6}\s{0,10}\(\s{0,40}/y] },
];
/** Largest number of candidate places of each kind, so that a malicious page cannot block us. */
const triesMax = 12;

/**
 * Returns a page's item data: the answer of its own call, on its own or embedded in the page, or the state of older
 * pages. Returns null when there is none; throws the call's failure when the page contains nothing else. The page's
 * markup is parsed (`facts`) only where it may contain JSON blocks.
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

/** Returns the JSON of an answer, in a callback or bare; undefined for a page. */
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
  for (const { word, patterns } of written) {
    const first = html.indexOf(word);
    for (const pattern of first === -1 ? [] : patterns) {
      let tries = 0;
      for (let at = first; at !== -1 && tries < triesMax; at = html.indexOf(word, at + 1)) {
        pattern.lastIndex = at;
        const before = pattern.exec(html);
        if (before !== null) {
          tries += 1;
          yield jsonAt(html, at + before[0].length);
        }
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

/** Returns an answer's layers, from the outside: itself, `data`, `data.result` or `result`. */
function layers(value: unknown): UnreadObject[] {
  const outer = isObject(value) ? value : {};
  const data = isObject(outer.data) ? outer.data : {};
  return [outer, data, data.result, outer.result].filter(isObject);
}
