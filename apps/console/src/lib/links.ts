import type { TextKey } from './text.ts';

interface OperatorLink {
  key: TextKey;
  address: string;
}

const env = import.meta.env;

/** Links whose address was given at build time; one without an address is not shown. */
function given(links: { key: TextKey; address: unknown }[]): OperatorLink[] {
  return links.flatMap(({ key, address }) =>
    typeof address === 'string' && /^https?:\/\//.test(address) ? [{ key, address }] : [],
  );
}

/** At the foot of every page: the provider's site, about, contact, help and tutorials. */
export const footerLinks = given([
  { key: 'footer.provider', address: env.VITE_LINK_PROVIDER },
  { key: 'footer.about', address: env.VITE_LINK_ABOUT },
  { key: 'footer.contact', address: env.VITE_LINK_CONTACT },
  { key: 'footer.help', address: env.VITE_LINK_HELP },
  { key: 'footer.tutorials', address: env.VITE_LINK_TUTORIALS },
]);

/** Under the sign-in form. */
export const guestLinks = given([
  { key: 'links.help', address: env.VITE_LINK_HELP },
  { key: 'links.privacy', address: env.VITE_LINK_PRIVACY },
  { key: 'links.terms', address: env.VITE_LINK_TERMS },
]);
