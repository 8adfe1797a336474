import { type AdminContext, isoTime, type View } from '../admin/admin-context.ts';
import { gid } from '../admin/gid.ts';

/** Returns the store's own number, the same for the same name. */
export function shopNumber(name: string): number {
  return (
    [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 89_999_999_999, 7) + 10_000_000_000
  );
}

/** Returns the shop as the Admin API answers it. `myshopifyDomain` is its identity; custom domains change. */
export function shopView({ settings, origin, now }: AdminContext): View {
  const domain = `${settings.name}.myshopify.com`;
  return {
    __typename: 'Shop',
    id: gid('Shop', shopNumber(settings.name)),
    name: settings.title,
    email: `hello@${settings.name}.example`,
    myshopifyDomain: domain,
    currencyCode: settings.currency,
    ianaTimezone: settings.timeZone,
    timezoneOffset: '+0000',
    weightUnit: 'KILOGRAMS',
    taxesIncluded: false,
    url: origin,
    createdAt: isoTime(Math.min(now, Date.UTC(2024, 2, 1))),
    plan: { displayName: 'Basic', publicDisplayName: 'Basic', partnerDevelopment: false, shopifyPlus: false },
    primaryDomain: { id: gid('Domain', 1), host: new URL(origin).host, url: origin, sslEnabled: true },
    resourceLimits: {
      locationLimit: 10,
      maxProductOptions: settings.maximumOptions,
      maxProductVariants: settings.maximumVariants,
      redirectLimitReached: false,
    },
  };
}

/** Returns the app's installation with the scopes it was granted. */
export function installationView({ scopes }: AdminContext): View {
  return {
    __typename: 'AppInstallation',
    id: gid('AppInstallation', 1),
    accessScopes: [...scopes].map((handle) => ({ handle, description: handle.replaceAll('_', ' ') })),
  };
}
