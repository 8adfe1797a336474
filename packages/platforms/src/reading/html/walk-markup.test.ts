import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, it } from 'vitest';
import { partsMax, walkMarkup } from './walk-markup.ts';

function walked(html: string) {
  const tags: string[] = [];
  let text = '';
  walkMarkup(html, {
    onopentag: (name) => tags.push(name),
    ontext: (unit) => {
      text += unit;
    },
    onclosetag: (name) => tags.push(`/${name}`),
  });
  return { tags, text };
}

it('reports tags and texts in their order, and closes what stays open', () => {
  expect(walked('<p>One <b>two</b><script>if (a<b) c</script>')).toEqual({
    tags: ['p', 'b', '/b', 'script', '/script', '/p'],
    text: 'One twoif (a<b) c',
  });
});

it.each([
  ['div', '<div>'],
  ['b', '<b>'],
  ['span', '<span>'],
  ['a', '<a href="/x">'],
])('loses nothing of what lies very deep inside %s', (name, tag) => {
  const { tags, text } = walked(`${tag.repeat(5000)}deep<script>var x = "<i>";</script><i>end</i>`);

  expect(tags.filter((one) => one === name)).toHaveLength(5000);
  expect(text).toBe('deepvar x = "<i>";end');
  expect(tags.filter((one) => one === 'i')).toHaveLength(1);
});

it.each([
  '<div>',
  '<b></i>',
  '<svg><title>',
  '<div><b></p></i>',
  '<form>',
  '<li><ul>',
  '</x>',
  '<a ',
  '<table><tr>',
  '<div><script></script>',
  '<script ',
  '<!-- <script>',
  '<s ',
])('is not held up by a page made of %j', (unit) => {
  expect(walked(unit.repeat(100_000)).tags.length).toBeGreaterThanOrEqual(0);
});

it('is not held up by what nests in a picture, where a script is no text', () => {
  const begun = process.cpuUsage();
  walked(`<svg>${'<script>'.repeat(200_000)}`);

  expect(process.cpuUsage(begun).user / 1e6).toBeLessThan(2);
});

it.each([
  ['elements', '<i>'.repeat(partsMax + 1)],
  ['closed elements', '<i></i>'.repeat(partsMax + 1)],
  ['attributes', `<p ${'a '.repeat(partsMax + 1)}>`],
])('refuses a page of too many %s by name', (_, html) => {
  expect(() => walked(html)).toThrow(expect.objectContaining({ code: 'source.answer-too-large' }));
});

const pieces = [
  '<script>',
  '<script type="a>b">',
  '<SCRIPT\n>',
  '<script/>',
  '</script>',
  '</script x>',
  '</SCRIPT>',
  '</scripts>',
  '<style>',
  '</style>',
  '<svg>',
  '</svg>',
  '<foreignObject>',
  '</foreignObject>',
  '<title>',
  '</title>',
  '<textarea>',
  '</textarea>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<a href="<script>',
  '<constructor <script>',
  '"',
  '<',
  '>',
  'a &amp; b',
  '<p>',
  '</p>',
  '</',
];

/** Returns what is reported of a page, with every place, and texts that follow each other as one. */
function reported(walk: (report: (event: string) => void, text: (unit: string) => void) => void): string[] {
  const events: string[] = [];
  let text = '';
  const flush = () => {
    events.push(...(text === '' ? [] : [`text ${text}`]));
    text = '';
  };
  walk(
    (event) => {
      flush();
      events.push(event);
    },
    (unit) => {
      text += unit;
    },
  );
  flush();
  return events;
}

it('reports scripts and styles as the parser does that reads them letter by letter', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 16 }), (parts) => {
      // An unfinished closing tag at the very end makes the parser repeat a letter.
      const html = `${parts.join('')}><i></i>`;
      const ours = reported((report, ontext) =>
        walkMarkup(html, {
          onopentag: (name, attributes, at) => report(`${name} ${JSON.stringify(attributes)} ${at}`),
          ontext,
          onclosetag: (name, end) => report(`/${name} ${end}`),
        }),
      );
      let isWhole = false;
      const theirs = reported((report, ontext) => {
        const parser: Parser = new Parser({
          onopentag: (name, attributes) =>
            report(`${name} ${JSON.stringify(attributes)} ${parser.endIndex + 1}`),
          ontext,
          onclosetag: (name) => report(`/${name} ${isWhole ? html.length : parser.startIndex}`),
        });
        parser.write(html);
        isWhole = true;
        parser.end();
      });

      expect(ours).toEqual(theirs);
    }),
    { numRuns: 2000 },
  );
});

it('passes a script on as it is, with the places of what follows', () => {
  const html = '<p>a<script>1 < 2 && "</p>"</script>b<style>i > b</style><b>c</b></p>';
  const places: [string, number][] = [];
  walkMarkup(html, {
    onopentag: (name, _, at) => places.push([name, at]),
    onclosetag: (name, end) => places.push([`/${name}`, end]),
  });

  expect(places).toContainEqual(['b', html.indexOf('c</b>')]);
  expect(places).toContainEqual(['/script', html.indexOf('</script>')]);
  expect(places).toContainEqual(['/style', html.indexOf('</style>')]);
});

it('ends where the handler has enough', () => {
  const names: string[] = [];
  walkMarkup('<a><b><c></c></b></a>', {
    onopentag: (name) => names.push(name),
    onclosetag: (name) => names.push(`/${name}`),
    isOver: () => names.includes('b'),
  });

  expect(names).toEqual(['a', 'b']);
});
