// @vitest-environment happy-dom
import type { Store } from '@bowerbird/contract/listing/stores';
import { listStores } from '@bowerbird/contract/listing/stores';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { button, FakeApi, press, says, showPage } from '../../testing/signed-in-page.tsx';
import { storeWith } from '../../testing/store.ts';
import { useRemovedStores } from './use-removed-stores.ts';

const store = (id: string, name: string): Store =>
  storeWith({
    id: `01a1fa4b-ed99-77c5-9e76-6c0f037de7f${id}`,
    name,
    domain: `${id}.myshopify.com`,
    address: `https://${id}.myshopify.com/`,
  });
const us = store('a', 'Aster US');
const brazil = store('b', 'Casa Ipê');

function Wizard() {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState([us.id, brazil.id]);
  const { removed, close } = useRemovedStores(chosen, (ids) =>
    setChosen((held) => held.filter((id) => !ids.includes(id))),
  );
  return (
    <>
      <p>{`chosen ${chosen.length}, removed ${removed.join() || 'none'}`}</p>
      <button type="button" onClick={() => void cache.invalidateQueries({ queryKey: ['stores'] })}>
        look
      </button>
      <button type="button" onClick={close}>
        close
      </button>
    </>
  );
}

it('names a store that was removed while the wizard was open, and leaves the others chosen', async () => {
  const api = new FakeApi();
  api.answer(listStores, [us, brazil]);
  const page = await showPage(api, <Wizard />, '/', '/');
  await says('chosen 2, removed none');

  api.answer(listStores, [us]);
  await press(button('look'));
  await says('chosen 1, removed Casa Ipê');
  expect(document.body.textContent).not.toContain('Aster US');
  await press(button('close'));
  await says('chosen 1, removed none');
  await page.close();
});
