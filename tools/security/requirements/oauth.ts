import { chapter, notApplicable } from '../requirement.ts';

const noResources = notApplicable('The API accepts no OAuth tokens.');
const noServer = notApplicable('The product is not an authorization server.');
const noOpenId = notApplicable('OpenID Connect is not used.');

/** V10: OAuth and OIDC; the product is a client of shops that authorize an app. */
export const oauth = chapter([
  ['10.1.1', 2, 'Tokens stay on the server'],
  ['10.1.2', 2, 'Only answers to the client’s own request are accepted'],
  ['10.2.1', 2, 'The code flow is protected by state or PKCE'],
  ['10.2.2', 2, 'Authorization servers cannot be mixed up'],
  ['10.3.1', 2, 'Access tokens are for this service', noResources],
  ['10.3.2', 2, 'Authorization is based on token claims', noResources],
  ['10.3.3', 2, 'Users are identified by claims that are never reassigned', noResources],
  ['10.3.4', 2, 'The required authentication strength is checked', noResources],
  ['10.4.1', 1, 'Redirect addresses are listed exactly', noServer],
  ['10.4.2', 1, 'Authorization codes work once', noServer],
  ['10.4.3', 1, 'Authorization codes expire within ten minutes', noServer],
  ['10.4.4', 1, 'Clients use only the grants they need', noServer],
  ['10.4.5', 1, 'Refresh tokens cannot be replayed', noServer],
  ['10.4.6', 2, 'PKCE is required', noServer],
  ['10.4.7', 2, 'Client registration is protected', noServer],
  ['10.4.8', 2, 'Refresh tokens have a maximum lifetime', noServer],
  ['10.4.9', 2, 'Users can revoke tokens', noServer],
  ['10.4.10', 2, 'Confidential clients authenticate', noServer],
  ['10.4.11', 2, 'Clients get only the scopes they need', noServer],
  ['10.5.1', 2, 'ID tokens cannot be replayed', noOpenId],
  ['10.5.2', 2, 'Users are identified by a subject that is never reassigned', noOpenId],
  ['10.5.3', 2, 'Metadata of another issuer is rejected', noOpenId],
  ['10.5.4', 2, 'The audience of ID tokens is checked', noOpenId],
  ['10.5.5', 2, 'Logout tokens are checked', noOpenId],
  ['10.6.1', 2, 'Only safe response modes', noOpenId],
  ['10.6.2', 2, 'Nobody is logged out by force', noOpenId],
  ['10.7.1', 2, 'Users consent to each authorization', noServer],
  ['10.7.2', 2, 'Consent names what is granted', noServer],
  ['10.7.3', 2, 'Consent can be viewed and revoked', noServer],
]);
