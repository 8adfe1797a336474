// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { answerLengthMax, marker } from './between-worlds.ts';
import { listen } from './heard.ts';

const answer = {
  mark: marker,
  what: 'answer',
  kind: 'item',
  address: 'https://acs.example/h5/',
  text: '{}',
};

function say(data: unknown, source: unknown = window, origin = location.origin): void {
  const event = new MessageEvent('message', { data, origin });
  Object.defineProperty(event, 'source', { value: source });
  window.dispatchEvent(event);
}

it('keeps answers of the page itself, newest first and a dozen at most, until the page changes', () => {
  let news = 0;
  const heard = listen(window, () => {
    news += 1;
  });

  for (let at = 1; at <= 20; at += 1) {
    say({ ...answer, text: `${at}` });
  }

  expect(heard.answers('item').map(({ text }) => text)).toEqual([
    '20',
    '19',
    '18',
    '17',
    '16',
    '15',
    '14',
    '13',
    '12',
    '11',
    '10',
    '9',
  ]);
  expect(heard.answers('list')).toEqual([]);
  expect(news).toBe(20);
  heard.forget();
  expect(heard.answers('item')).toEqual([]);
});

it.each([
  ['another frame', answer, {}],
  ['another origin', answer, window, 'https://evil.example'],
  ['another mark', { ...answer, mark: 'other' }],
  ['a kind nobody has', { ...answer, kind: 'order' }],
  ['no address', { ...answer, address: 'nowhere' }],
  ['an object for a text', { ...answer, text: { toString: () => 'x' } }],
  ['more than is read', { ...answer, text: 'x'.repeat(answerLengthMax + 1) }],
  ['a text', marker],
  ['nothing', null],
] as [string, unknown, unknown?, string?][])(
  'refuses a message from or with %s [asvs 3.5.5]',
  (_, data, source = window, origin = location.origin) => {
    const heard = listen(window, () => {});

    say(data, source, origin);

    expect(heard.answers('item')).toEqual([]);
  },
);

it('gives the page’s variables as its scripts would, and no end of a script inside', async () => {
  const heard = listen(window, () => {});

  const requested = heard.variables();
  say({ mark: marker, what: 'variables', values: { detailData: '{"title":"</script><b>"}', evil: '{}' } });
  say({ mark: marker, what: 'variables', values: { detailData: '{"title":"</script><b>"}' } });

  expect(await requested).toBe('<script>window.detailData = {"title":"\\u003c/script>\\u003cb>"};</script>');
});

it('waits only so long for a page that has no script of ours', { tags: ['slow'] }, async () => {
  expect(await listen(window, () => {}).variables()).toBe(null);
});
