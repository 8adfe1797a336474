// @vitest-environment happy-dom
import { mug } from '@bowerbird/catalog/testing/products';
import { getProductProvenance, type Provenance } from '@bowerbird/contract/products/provenance';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShownPage } from '../../../testing/signed-in-page.tsx';
import { button, FakeApi, press, says, showPage } from '../../../testing/signed-in-page.tsx';
import { type Editor, EditorContext } from '../editor/editor-context.ts';
import { ProvenanceButton } from './provenance-button.tsx';

const id = '0199aaaa-0000-7000-8000-0000000000a1';
const changeId = '0199aaaa-0000-7000-8000-0000000000c1';
const ruleId = '0199aaaa-0000-7000-8000-0000000000d1';
const at = '2026-11-18T08:00:00.000Z';
const url = 'https://glade-home.example/products/blue-mug';
const made: Provenance = { from: 'source', at, by: null, changeId: null, runId: null, url };
const written = { at, by: null, changeId, runId: null };
const cells: Record<string, Provenance> = {
  'variants/v1/price': {
    ...written,
    from: 'person',
    by: '陈晨',
    underRule: { id: ruleId, name: '涨价', version: 3, ruled: '25.87' },
  },
  'variants/v2/price': { ...written, from: 'store', store: 'Aster', by: '陈晨' },
};
const paths = { 一号价格: 'variants/v1/price', 二号价格: 'variants/v2/price', 三号价格: 'variants/v3/price' };

let api: FakeApi;
let page: ShownPage;
const undoChange = vi.fn();
const editor: Editor = {
  // No card reads what is typed.
  draft: undefined as never,
  detail: {
    id,
    revision: 1,
    product: mug,
    collectedId: null,
    origins: [],
    listings: [],
    createdAt: at,
    updatedAt: at,
  },
  issues: [],
  removed: [],
  mayEdit: true,
  undoChange,
  undoing: false,
};

beforeEach(async () => {
  api = new FakeApi();
  api.answer(getProductProvenance, { revision: 1, made, cells });
  undoChange.mockClear();
  page = await showPage(
    api,
    <EditorContext value={editor}>
      {Object.entries(paths).map(([name, path]) => (
        <ProvenanceButton key={path} path={path} name={name} changed={false} />
      ))}
    </EditorContext>,
    '/',
    '/',
  );
});
afterEach(() => page.close());

const links = () => [...document.querySelectorAll('a')].map((each) => each.getAttribute('href'));

describe('the button beside a value', () => {
  it('reads nothing until it is pressed, then names the person, and the rule over which they set it', async () => {
    expect(api.requested).toEqual([]);
    await press(button('一号价格的来历'));

    await says('由 陈晨 修改');
    await says('“涨价”');
    expect(links()).toEqual([`/products/rules/${ruleId}`]);
    await press(button('撤销这项改动'));
    expect(undoChange.mock.calls).toEqual([[changeId, ['variants/v1/price']]]);
  });

  it('names the store from which a value was taken', async () => {
    await press(button('二号价格的来历'));

    await says('Aster');
    expect(document.body.textContent).not.toContain('由 陈晨 修改');
  });

  it('names the page of the source of what nobody changed, which nothing can undo', async () => {
    await press(button('三号价格的来历'));

    await says('来自货源页面');
    expect(links()).toEqual([url]);
    expect(document.querySelectorAll('.ant-popover .ant-btn')).toHaveLength(0);
  });
});
