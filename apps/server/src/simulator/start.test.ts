import { expect, it } from 'vitest';
import { startSimulator } from './start.ts';

it('serves as many practice products as asked, with the faults asked for', async () => {
  const served = await startSimulator({
    platforms: ['shopify'],
    port: 0,
    products: 12,
    faults: ['status=503*1'],
  });
  const address = `http://127.0.0.1:${served.port}/products.json?limit=250`;
  const refused = await fetch(address);
  const given = await (await fetch(address)).json();
  await served.close();

  expect(refused.status).toBe(503);
  expect(given.products).toHaveLength(12);
});

it('names a platform or a fault it does not know', async () => {
  const usual = { platforms: ['shopify'] as const, port: 0, products: 1, faults: [] };

  await expect(startSimulator({ ...usual, platforms: ['nowhere'] })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  await expect(startSimulator({ ...usual, faults: ['explode'] })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});

it('serves a store of every platform we list to, and reports what to type in to connect it', async () => {
  const platforms = ['shopify', 'woocommerce', 'wordpress', 'shopline', 'shoplazza', 'shopyy'] as const;
  const { port, stores, close } = await startSimulator({ platforms, port: 0, products: 1, faults: [] });
  await close();

  expect(stores.map(({ platform }) => platform)).toEqual(platforms);
  expect(stores[0]?.address).toBe(`glade-home.localhost:${port}`);
  expect(stores[1]).toMatchObject({
    address: `glade-home-woocommerce.localhost:${port}`,
    ways: [{ connection: 'rest-keys' }, { connection: 'application-password' }],
  });
  expect(stores.flatMap(({ ways }) => ways.flatMap((way) => Object.values(way.credentials)))).not.toContain(
    '',
  );
});
