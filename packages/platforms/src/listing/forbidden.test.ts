import { expect, it } from 'vitest';
import { failureOf as shoplazza } from '../shoplazza/list/write/said.ts';
import { failureOf as shopline } from '../shopline/list/connection/client.ts';
import { refused } from '../shopline/list/write/write.ts';
import { failureOf as woocommerce } from '../woocommerce/list/calls/client.ts';
import { outcomeOfRefusal } from '../woocommerce/list/write/outcomes.ts';
import { failureOf as wordpress } from '../wordpress/list/client.ts';

const merchantApproval = { errors: 'This action requires merchant approval for write_products scope.' };
const ofGateway = { message: 'Forbidden' };
const ofPlugin = { code: 'security_plugin_blocked', message: 'Your request was blocked.' };

it.each([
  ['WordPress', wordpress, { code: 'rest_cannot_create', message: 'Sorry' }],
  ['WordPress', wordpress, { code: 'rest_forbidden_context', message: 'Sorry' }],
  ['WooCommerce', woocommerce, { code: 'woocommerce_rest_cannot_create', message: 'Sorry' }],
  ['WooCommerce', woocommerce, { code: 'rest_user_cannot_view', message: 'Sorry' }],
  ['SHOPLINE', shopline, merchantApproval],
  ['SHOPLINE', shopline, { code: 'FORBIDDEN', i18nCode: 'no_scope', message: 'no scope' }],
  ['Shoplazza', shoplazza, { errors: [merchantApproval.errors] }],
])('%s says itself that a permission is missing', (_, failureOf, body) => {
  expect(failureOf(403, body).code).toBe('store.scope-missing');
});

it.each([
  ['WordPress', wordpress, ofPlugin],
  ['WooCommerce', woocommerce, ofPlugin],
  ['SHOPLINE', shopline, ofGateway],
  ['Shoplazza', shoplazza, ofGateway],
  ['Shoplazza', shoplazza, 'Forbidden'],
])('a 403 that is not %s’s own is no missing permission', (_, failureOf, body) => {
  expect(failureOf(403, body).code).toBe('store.blocked-us');
});

it('a write that something else answers with 403 is in doubt', () => {
  expect(refused(403, ofGateway, 'create')).toMatchObject({ outcome: 'unknown' });
  expect(refused(403, merchantApproval, 'create')).toMatchObject({ outcome: 'refused' });
  expect(outcomeOfRefusal(403, { code: 'rest_blocked', message: '' })).toMatchObject({ outcome: 'unknown' });
  expect(outcomeOfRefusal(403, { code: 'woocommerce_rest_cannot_create', message: '' })).toMatchObject({
    outcome: 'refused',
  });
});
