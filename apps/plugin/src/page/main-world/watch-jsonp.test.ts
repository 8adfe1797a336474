// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { watchJsonp } from './watch-jsonp.ts';

const heard: [string, string][] = [];
watchJsonp(window, {
  isWanted: (address) => address.includes('wanted'),
  hear: (address, text) => heard.push([address, text]),
});
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Adds a script to the page that would call this function; nothing is fetched here. */
function addScript(address: string): void {
  const script = document.createElement('script');
  script.type = 'text/plain';
  script.setAttribute('src', address);
  document.head.append(script);
}

function call(name: string, value: unknown): unknown {
  const callback: unknown = Reflect.get(window, name);
  return typeof callback === 'function' ? callback.call('this', value) : 'none';
}

it('hears a call back whose function was there before its script, and gives the page what it returns', async () => {
  const got: unknown[] = [];
  Reflect.set(window, 'back1', function (this: unknown, value: unknown) {
    got.push(this, value);
    return 'kept';
  });
  addScript('https://acs.example/wanted?callback=back1');
  await settled();

  expect(call('back1', { a: 1 })).toBe('kept');
  expect(got.map(String)).toEqual(['this', '[object Object]']);
  expect(heard).toEqual([['https://acs.example/wanted?callback=back1', '{"a":1}']]);
});

it('hears a call whose function is set afterwards, each time it is set, and changes nothing otherwise', async () => {
  heard.length = 0;
  addScript('https://acs.example/wanted?callback=back2');
  await settled();
  expect('back2' in window && Reflect.get(window, 'back2')).toBe(undefined);

  Reflect.set(window, 'back2', () => 'first');
  expect(call('back2', 1)).toBe('first');
  Reflect.set(window, 'back2', () => 'second');
  addScript('https://acs.example/wanted/2?callback=back2');
  await settled();
  expect(call('back2', 2)).toBe('second');

  expect(heard).toEqual([
    ['https://acs.example/wanted?callback=back2', '1'],
    ['https://acs.example/wanted/2?callback=back2', '2'],
  ]);
});

it('touches no function of a script that is not wanted, and none by a strange name', async () => {
  const own = () => 'own';
  Reflect.set(window, 'back3', own);
  addScript('https://acs.example/other?callback=back3');
  addScript('https://acs.example/wanted?callback=back3.inner');
  await settled();

  expect(Reflect.get(window, 'back3')).toBe(own);
});
