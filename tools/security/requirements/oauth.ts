import { chapter, notApplicable } from '../requirement.ts';

const noResources = notApplicable('The API takes no tokens of OAuth.');
const noServer = notApplicable('The product is no authorization server.');
const noOpenId = notApplicable('There is no OpenID Connect.');

/** V10: OAuth and OIDC; the product is a client of shops that authorize an app. */
export const oauth = chapter([
  ['10.1.1', 2, 'Tokens stay with the server'],
  ['10.1.2', 2, 'Only answers to one’s own request are taken'],
  ['10.2.1', 2, 'The code flow is guarded by state or PKCE'],
  ['10.2.2', 2, 'Authorization servers cannot be mixed up'],
  ['10.3.1', 2, 'Access tokens are for this service', noResources],
  ['10.3.2', 2, 'Claims of tokens decide', noResources],
  ['10.3.3', 2, 'Users are known by claims that stay theirs', noResources],
  ['10.3.4', 2, 'Required strength is checked', noResources],
  ['10.4.1', 1, 'Redirect addresses are listed exactly', noServer],
  ['10.4.2', 1, 'Authorization codes work once', noServer],
  ['10.4.3', 1, 'Authorization codes end within ten minutes', noServer],
  ['10.4.4', 1, 'Clients use only the grants they need', noServer],
  ['10.4.5', 1, 'Refresh tokens cannot be replayed', noServer],
  ['10.4.6', 2, 'PKCE is required', noServer],
  ['10.4.7', 2, 'Registration of clients is guarded', noServer],
  ['10.4.8', 2, 'Refresh tokens end at last', noServer],
  ['10.4.9', 2, 'Users can revoke tokens', noServer],
  ['10.4.10', 2, 'Confidential clients prove themselves', noServer],
  ['10.4.11', 2, 'Clients get only the scopes they need', noServer],
  ['10.5.1', 2, 'ID tokens cannot be replayed', noOpenId],
  ['10.5.2', 2, 'Users are known by a subject that stays theirs', noOpenId],
  ['10.5.3', 2, 'Metadata of another issuer is refused', noOpenId],
  ['10.5.4', 2, 'The audience of ID tokens is checked', noOpenId],
  ['10.5.5', 2, 'Logout tokens are checked', noOpenId],
  ['10.6.1', 2, 'Only safe response modes', noOpenId],
  ['10.6.2', 2, 'Nobody is logged out by force', noOpenId],
  ['10.7.1', 2, 'Users consent to each authorization', noServer],
  ['10.7.2', 2, 'Consent says what to', noServer],
  ['10.7.3', 2, 'Consent can be seen and revoked', noServer],
]);
