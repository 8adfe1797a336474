import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Language, languages } from '@bowerbird/contract/account/account';
import { afterAll, describe, expect, it } from 'vitest';
import { readConsoleTexts, writerOf } from './console-texts.ts';
import { type Film, placesOf, textOf } from './film.ts';
import { films } from './films.ts';
import { fileOf, hashOf, type Stamp, shownKeys, stateOf } from './stamp.ts';
import { cuesOf, lengthOf, lengthOfShot, webVtt } from './timing.ts';

const textsIn = new Map(languages.map((language) => [language, readConsoleTexts(language)]));
const textsOf = (language: Language) => textsIn.get(language) ?? new Map<string, string>();

/** Characters per second that a viewer reads comfortably while watching the film. */
const signsASecond = { 'zh-CN': 9, 'zh-TW': 9, 'en-US': 17, 'pt-BR': 17 } as const;

describe.each(films.map((film) => [film.name, film] as const))('%s', (_name, film) => {
  it.each(languages)('finds everything by texts that the console has in %s', (language) => {
    const write = writerOf(language, textsOf(language));
    for (const text of placesOf(film).flatMap((place) => textOf(place) ?? [])) {
      expect(write(text), text.key).not.toMatch(/^$|[{}]/);
    }
  });

  it.each(languages)('has captions in %s that can be read while they are seen', (language) => {
    expect(film.title[language]).not.toBe('');
    expect(film.summary[language]).not.toBe('');
    for (const shot of film.shots) {
      const caption = shot.caption[language];
      expect(caption.trim(), caption).not.toBe('');
      expect(caption.length / lengthOfShot(shot), caption).toBeLessThanOrEqual(signsASecond[language]);
    }
  });

  it('lasts 40 to 90 seconds, all of them with a caption', () => {
    expect(lengthOf(film)).toBeGreaterThanOrEqual(40);
    expect(lengthOf(film)).toBeLessThanOrEqual(90);
    const cues = cuesOf(film, 'en-US');
    expect(cues[0]?.from).toBe(0);
    expect(cues.at(-1)?.to).toBeCloseTo(lengthOf(film), 6);
    expect(cues.every(({ from }, index) => index === 0 || from === cues[index - 1]?.to)).toBe(true);
  });
});

it('writes captions as WebVTT, with what would be markup escaped', () => {
  expect(webVtt([{ from: 0, to: 3661.5, text: 'A < B & C' }])).toBe(
    'WEBVTT\n\n00:00:00.000 --> 01:01:01.500\nA &lt; B &amp; C\n',
  );
});

describe('a rendered film', () => {
  const [film] = films as readonly [Film, ...Film[]];
  const texts = textsOf('en-US');
  const folder = mkdtempSync(join(tmpdir(), 'bowerbird-films-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is out of date once its script or a text that it shows is another one, and only then', () => {
    expect(stateOf(folder, film, 'en-US', texts)).toBe('missing');

    const shows = shownKeys(film, texts, ['x\n  Runs \n24']);
    expect(shows).toContain('menu.runs');
    const stamp: Stamp = {
      name: film.name,
      language: 'en-US',
      title: film.title['en-US'],
      summary: film.summary['en-US'],
      captions: [],
      seconds: 1,
      shows,
      hash: hashOf(film, 'en-US', texts, shows),
    };
    writeFileSync(fileOf(folder, film.name, 'en-US', 'json'), JSON.stringify(stamp));
    writeFileSync(fileOf(folder, film.name, 'en-US', 'mp4'), '');

    const withText = (key: string) => new Map(texts).set(key, 'another text');
    expect(stateOf(folder, film, 'en-US', texts)).toBe('current');
    expect(stateOf(folder, film, 'en-US', withText('menu.runs'))).toBe('out of date');
    expect(stateOf(folder, film, 'en-US', withText('audit.field.links.tutorials'))).toBe('current');
    expect(stateOf(folder, { ...film, path: '/elsewhere' }, 'en-US', texts)).toBe('out of date');
  });
});
