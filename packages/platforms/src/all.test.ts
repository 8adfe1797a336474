import { expect, it } from 'vitest';
import { platforms } from './all.ts';

it('knows every platform by its id', () => {
  for (const [id, platform] of platforms) {
    expect(platform.id).toBe(id);
    expect(platform.letters).toHaveLength(2);
    expect(platform.hue).toMatch(/^#[0-9A-F]{6}$/i);
    expect(platform.collector ?? platform.lister).toBeDefined();
  }
  expect([...platforms.keys()]).toContain('shopify');
});
