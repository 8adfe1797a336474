// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { developersOnly } from '../../build/budgets.ts';
import { formatOf } from '../lib/text/format.ts';
import { languages, showLanguage, shownTexts } from '../lib/text/language.ts';
import { textOf } from '../lib/text/text.ts';
import { GalleryPage } from './gallery-page.tsx';
import { sections } from './sections.ts';
import { Stand } from './stand.tsx';

const ui = join(import.meta.dirname, '../ui');

/** Names of the components that a folder of `ui/` exports. */
function componentsIn(folder: string): string[] {
  return readdirSync(join(ui, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'))
    .flatMap((file) => [
      ...readFileSync(join(ui, folder, file), 'utf8').matchAll(
        /^export (?:default )?(?:function|const) ([A-Z][a-z]\w*)/gm,
      ),
    ])
    .map(([, name = '']) => name)
    .sort();
}

describe('the gallery', () => {
  beforeAll(() => showLanguage('en-US'));
  const text = textOf(shownTexts);
  const shown = { text, format: formatOf('en-US', text) };
  const folders = readdirSync(ui).filter((folder) => componentsIn(folder).length > 0);

  it('has a section for each folder of components', () => {
    expect(sections.map(({ folder }) => folder).sort()).toEqual(folders.sort());
  });

  it.each(sections)('has every component of $folder, or says why not', (section) => {
    const named = section.specimens(shown).map(({ name }) => name);

    expect([...named, ...Object.keys(section.without ?? {})].sort()).toEqual(componentsIn(section.folder));
  });

  it('is refused by the check of every build', () => {
    const page = readFileSync(join(import.meta.dirname, 'gallery-page.tsx'), 'utf8');

    expect(developersOnly.filter((name) => page.includes(`"${name}"`))).toEqual(['gallery-state']);
  });
});

describe('its page', () => {
  afterEach(() => {
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });

  it.each(languages)('shows every specimen in %s without a server', { tags: ['slow'] }, async (language) => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    const requests: string[] = [];
    vi.stubGlobal('fetch', async (address: string) => {
      requests.push(address);
      throw new Error('no server');
    });
    await showLanguage(language);
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    await act(async () =>
      root.render(
        <Stand>
          <GalleryPage />
        </Stand>,
      ),
    );
    const states = [...document.querySelectorAll('.gallery-state')];

    expect(states.length).toBeGreaterThan(100);
    expect(states.filter(({ innerHTML }) => innerHTML === '').map(nameOf)).toEqual([]);
    expect(requests).toEqual([]);
    await act(async () => root.unmount());
  });
});

function nameOf(state: Element): string {
  return state.closest('article')?.id ?? '';
}
