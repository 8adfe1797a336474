import { expect, it } from 'vitest';
import { startSimulator } from './start.ts';

it('serves as many practice goods as asked, with the faults asked for', async () => {
  const served = await startSimulator({
    platform: 'shopify',
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
  const usual = { platform: 'shopify', port: 0, products: 1, faults: [] };

  await expect(startSimulator({ ...usual, platform: 'nowhere' })).rejects.toMatchObject({
    code: 'request.invalid',
  });
  await expect(startSimulator({ ...usual, faults: ['explode'] })).rejects.toMatchObject({
    code: 'request.invalid',
  });
});
